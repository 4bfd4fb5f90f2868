"""The award of a goal: who takes it, and the steps that led there (spec: Award).

Pure: a goal and the cards of its column in, from the goal outwards. A card is named by its
index in the column; the steps are what the table is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from games.engine.contract import Json
from games.engine.fields import is_seat
from games.engine.refusals import BadRecord
from games.titles.kabale.rules.cards import CARDS, MOST_SEATS, PRINTED, Goal, Number, is_goal, plain

ROMEO_WITH_JULIET = 15
ABILITIES = frozenset(
    (
        *("musketeers", "wizard", "witch", "prince", "squire"),
        *("hermit", "giant", "romeo", "dragon", "double", "beggar"),
    )
)
"""The cards with an ability at the award; the rest count their numbers only."""
LOSS_PER_CARD, GAIN_PER_CARD, DRAGON_FIRE = 1, 3, 2


class Change(NamedTuple):
    """A card's number before and after; None is no number."""

    card: int
    before: Number | None
    after: Number | None


class Step(NamedTuple):
    """One thing to show: who acts, which cards go, which numbers change.

    Kinds, in their order: musketeers, wizard, witch, prince-squire, hermit, giant, romeo,
    dragon, double, beggar, sum. A wizard or witch with more than one actor: none acts. The
    actor of a sum is the card that settles a tie.
    """

    kind: str
    by: Sequence[int]
    removed: Sequence[int] = ()
    changed: Sequence[Change] = ()

    def dump(self) -> Json:
        return {
            "kind": self.kind,
            "by": list(self.by),
            "removed": list(self.removed),
            "changed": [
                {"card": card, "before": before, "after": after}
                for card, before, after in self.changed
            ],
        }


class Award(NamedTuple):
    """Who takes the goal (None: nobody), the sums of the seats taking part and the steps.

    `left` are the cards still in the column, `numbers` the final one of every card: None where
    it was removed or has none.
    """

    winner: int | None
    sums: dict[int, Number]
    left: list[int]
    numbers: list[Number | None]
    steps: list[Step]

    def dump(self) -> Json:
        return {
            "winner": self.winner,
            "sums": {str(seat): total for seat, total in self.sums.items()},
            "left": self.left,
            "numbers": self.numbers,
        }


def award(goal: Goal, cards: Sequence[tuple[int, str]]) -> Award:
    """Award one column: its cards as (seat, card), the nearest to the goal first."""
    column = _Column(goal, cards)
    abilities = ABILITIES.intersection(column.names)
    if not abilities:
        return column.award_by_sum(lowest=False)
    # 1. Musketeers: every other ability is void, printed numbers only. Skip to the sum.
    if "musketeers" in abilities:
        column.steps.append(Step("musketeers", column.all("musketeers")))
        return column.award_by_sum(lowest=False)
    # 2. and 3. Wizard, then witch: both go by printed numbers. 9½ survives both.
    if "wizard" in abilities:
        column.remove("wizard", lambda number: number >= 10)
    if "witch" in abilities:
        column.remove("witch", lambda number: number <= 9)
    # 4. Prince and squire of one seat; beats the beggar.
    couples = column.couples() if "prince" in abilities and "squire" in abilities else []
    if couples:
        column.steps.append(Step("prince-squire", couples))
        return column.award_to(cards[couples[0]][0], abilities)
    # 5. and 6. The numbers change, then the sums decide.
    column.change_numbers(abilities)
    beggars = column.all("beggar") if "beggar" in abilities else []
    if beggars:
        column.steps.append(Step("beggar", beggars))
    return column.award_by_sum(lowest=bool(beggars))


class _Column:
    """A column while it is being awarded."""

    __slots__ = ("cards", "left", "names", "numbers", "steps")

    def __init__(self, goal: Goal, cards: Sequence[tuple[int, str]]) -> None:
        # 12/8 by the goal that lies there now; romeo 5, hermit 12, giant 2, a double none.
        printed = PRINTED[goal.area]
        self.cards = cards
        self.names = [card for _, card in cards]
        self.numbers = [printed[name] for name in self.names]
        self.left = list(range(len(cards)))
        self.steps: list[Step] = []

    def all(self, name: str) -> list[int]:
        """The cards of this name still in the column."""
        return [i for i in self.left if self.names[i] == name]

    # --- 2. and 3.: the wizard and the witch.

    def remove(self, actor: str, removes: Callable[[Number], bool]) -> None:
        """Exactly one of them acts; two or more: none does. The actor himself stays."""
        actors = self.all(actor)
        removed: list[int] = []
        if len(actors) == 1:
            seen = self._as_seen()
            for i in self.left:
                number = seen[i]
                if number is not None and removes(number) and i != actors[0]:
                    removed.append(i)
        for i in removed:
            self.left.remove(i)
            self.numbers[i] = None
        self.steps.append(Step(actor, actors, removed=removed))

    def _as_seen(self) -> list[Number | None]:
        """Printed numbers; a double counts as the next card behind it that has a number."""
        seen = list(self.numbers)
        behind: Number | None = None
        for i in reversed(self.left):
            if self.names[i] == "double":
                seen[i] = behind
            else:
                behind = seen[i]
        return seen

    # --- 4.: prince and squire.

    def couples(self) -> list[int]:
        """Princes and squires of seats that still have both in the column, the nearest first."""
        princes = {self.cards[i][0] for i in self.all("prince")}
        squires = {self.cards[i][0] for i in self.all("squire")}
        seats = princes & squires
        return [
            i
            for i in self.left
            if self.names[i] in ("prince", "squire") and self.cards[i][0] in seats
        ]

    # --- 5.: the numbers.

    def change_numbers(self, abilities: AbstractSet[str]) -> None:
        """Hermit, giant, romeo and dragons in any order; last of all the doubles."""
        others = len(self.left) - 1
        if "hermit" in abilities:
            self._change_each("hermit", 12 - LOSS_PER_CARD * others)
        if "giant" in abilities:
            self._change_each("giant", 2 + GAIN_PER_CARD * others)
        if "romeo" in abilities:
            self._romeos()
        if "dragon" in abilities:
            for dragon in self.all("dragon"):
                self._breathe(dragon)
        if "double" in abilities:
            self._doubles()

    def _set(self, card: int, after: Number) -> Change:
        """A new number for a card, never below 0."""
        before = self.numbers[card]
        self.numbers[card] = max(0, after)
        return Change(card, before, self.numbers[card])

    def _change_each(self, name: str, after: int) -> None:
        for i in self.all(name):
            self.steps.append(Step(name, [i], changed=[self._set(i, after)]))

    def _romeos(self) -> None:
        juliets = {self.cards[i][0]: i for i in self.all("juliet")}
        for i in self.all("romeo"):
            juliet = juliets.get(self.cards[i][0])
            if juliet is not None:
                self.steps.append(
                    Step("romeo", [i, juliet], changed=[self._set(i, ROMEO_WITH_JULIET)])
                )

    def _breathe(self, dragon: int) -> None:
        """Every dragon by itself: on all cards of other seats, another's dragon too."""
        owner = self.cards[dragon][0]
        changed = []
        for i in self.left:
            number = self.numbers[i]
            if number is not None and self.cards[i][0] != owner:
                changed.append(self._set(i, number - DRAGON_FIRE))
        self.steps.append(Step("dragon", [dragon], changed=changed))

    def _doubles(self) -> None:
        """The current number of the card behind, be it a double's; nothing else changes it."""
        behind: Number | None = None
        changed = []
        for i in reversed(self.left):
            if self.names[i] == "double":
                self.numbers[i] = behind
                changed.append(Change(i, None, behind))
            behind = self.numbers[i]
        if changed:
            self.steps.append(Step("double", [change.card for change in changed], changed=changed))

    # --- 6.: the sums.

    def sums(self) -> dict[int, Number]:
        """Seats with no card left, or only doubles without a number, do not take part."""
        sums: dict[int, Number] = {}
        for i in self.left:
            number = self.numbers[i]
            if number is not None:
                seat = self.cards[i][0]
                sums[seat] = sums.get(seat, 0) + number
        if "assassin" in self.names:
            return {seat: plain(total) for seat, total in sums.items()}
        return sums

    def award_to(self, winner: int, abilities: AbstractSet[str]) -> Award:
        """Taken without counting; what would have been counted is in the sums, but not shown."""
        shown = list(self.steps)
        self.change_numbers(abilities)
        return Award(winner, self.sums(), self.left, self.numbers, shown)

    def award_by_sum(self, lowest: bool) -> Award:
        """The highest sum, tie: the nearest card; with a beggar the lowest, tie: the farthest."""
        sums = self.sums()
        if not sums:
            # Nobody takes part: the goal leaves the game (spec: Award).
            self.steps.append(Step("sum", ()))
            return Award(None, sums, self.left, self.numbers, self.steps)
        totals = list(sums.values())
        best = min(totals) if lowest else max(totals)
        # The first card on the way of a seat with that sum; a double without number, too.
        way = reversed(self.left) if lowest else self.left
        decisive = next(i for i in way if sums.get(self.cards[i][0]) == best)
        self.steps.append(Step("sum", (decisive,) if totals.count(best) > 1 else ()))
        return Award(self.cards[decisive][0], sums, self.left, self.numbers, self.steps)


# --- `referee --award`: one column in, who takes its goal out.


def judge_award(data: Any) -> Json:
    """The answer to `{"goal": ["music", 3], "cards": [{"seat": 0, "card": "king"}]}`; BadRecord."""
    if not isinstance(data, dict) or not is_goal(data.get("goal"), MOST_SEATS):
        raise BadRecord("An award is an object with a “goal”: an area and its points.")
    if not isinstance(data.get("cards"), list):
        raise BadRecord("An award has “cards”: a list from the goal outwards.")
    cards = [_read_card(card) for card in data["cards"]]
    if len(set(cards)) < len(cards):
        raise BadRecord("Every seat has each card once.")
    return award(Goal(*data["goal"]), cards).dump()


def _read_card(data: Any) -> tuple[int, str]:
    if not isinstance(data, dict):
        raise BadRecord("A card in a column is an object with “seat” and “card”.")
    seat, card = data.get("seat"), data.get("card")
    if not is_seat(seat, MOST_SEATS):
        raise BadRecord("A card in a column names its seat.")
    if not isinstance(card, str) or card not in CARDS:
        raise BadRecord("There is no such card.")
    return seat, card
