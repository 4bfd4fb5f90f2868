"""The award of a goal: who takes it, and the steps that decide it (spec: Award).

The input is a goal and the cards of its column, from the goal outwards. A card is named by its
index in the column; the steps are shown at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

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
"""The cards with an ability at the award; the rest only count their numbers."""
LOSS_PER_CARD, GAIN_PER_CARD, DRAGON_FIRE = 1, 3, 2


class Change(NamedTuple):
    """A card's number before and after; None for no number."""

    card: int
    before: Number | None
    after: Number | None


class Step(NamedTuple):
    """A step of an award: the cards that act, those that go, and the numbers that change.

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
    """The result of an award, and the steps that decided it."""

    winner: int | None
    """The seat that takes the goal; None if no seat takes part."""
    sums: dict[int, Number]
    """The sums of the seats that take part."""
    left: list[int]
    """The cards still in the column."""
    numbers: list[Number | None]
    """The final number of every card; None if it was removed or has none."""
    steps: list[Step]

    def dump(self) -> Json:
        return {
            "winner": self.winner,
            "sums": {str(seat): total for seat, total in self.sums.items()},
            "left": self.left,
            "numbers": self.numbers,
        }


def award(goal: Goal, cards: Sequence[tuple[int, str]]) -> Award:
    """Award one column (spec: Award).

    Args:
        goal: The goal that lies at the column now.
        cards: The cards as (seat, card), the nearest to the goal first.
    """
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
        """Return the cards of this name still in the column."""
        return [i for i in self.left if self.names[i] == name]

    # --- 2. and 3.: the wizard and the witch.

    def remove(self, actor: str, removes: Callable[[Number], bool]) -> None:
        """Remove cards by the wizard or the witch; two or more: none acts. The actor stays."""
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
        """Return printed numbers; a double has that of the next card behind it with a number."""
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
        """Return the princes and squires of seats that still have both, the nearest first."""
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
        """Change numbers by hermit, giant, romeo and dragons, and by the doubles last of all."""
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
        """Set the number of a card, never below 0."""
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
        """Reduce all cards of other seats, their dragons too; each dragon acts separately."""
        owner = self.cards[dragon][0]
        changed = []
        for i in self.left:
            number = self.numbers[i]
            if number is not None and self.cards[i][0] != owner:
                changed.append(self._set(i, number - DRAGON_FIRE))
        self.steps.append(Step("dragon", [dragon], changed=changed))

    def _doubles(self) -> None:
        """Give each double the current number of the card behind, even if that is a double.

        Nothing else changes the number of a double.
        """
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
        """Return the sum of each seat; a seat without a numbered card does not take part."""
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
        """Award the goal without counting; the sums are computed, but have no steps."""
        shown = list(self.steps)
        self.change_numbers(abilities)
        return Award(winner, self.sums(), self.left, self.numbers, shown)

    def award_by_sum(self, lowest: bool) -> Award:
        """Award the goal to the highest sum, tie: the nearest card; `lowest`: the farthest."""
        sums = self.sums()
        if not sums:
            # No seat takes part: the goal leaves the game (spec: Award).
            self.steps.append(Step("sum", ()))
            return Award(None, sums, self.left, self.numbers, self.steps)
        totals = list(sums.values())
        best = min(totals) if lowest else max(totals)
        # The first card of a seat with that sum, even a double without a number.
        way = reversed(self.left) if lowest else self.left
        decisive = next(i for i in way if sums.get(self.cards[i][0]) == best)
        self.steps.append(Step("sum", (decisive,) if totals.count(best) > 1 else ()))
        return Award(self.cards[decisive][0], sums, self.left, self.numbers, self.steps)


# --- `referee --award`.


def judge_award(data: object) -> Json:
    """Award a column given as JSON.

    Args:
        data: As in `{"goal": ["music", 3], "cards": [{"seat": 0, "card": "king"}]}`.

    Raises:
        BadRecord: If the data is no goal with cards.
    """
    if not isinstance(data, dict) or not is_goal(data.get("goal"), MOST_SEATS):
        raise BadRecord("An award must be an object with a “goal”: an area and its points.")
    if not isinstance(data.get("cards"), list):
        raise BadRecord("An award must have “cards”: a list from the goal outwards.")
    cards = [_read_card(card) for card in data["cards"]]
    if len(set(cards)) < len(cards):
        raise BadRecord("Each seat has each card only once.")
    return award(Goal(*data["goal"]), cards).dump()


def _read_card(data: object) -> tuple[int, str]:
    if not isinstance(data, dict):
        raise BadRecord("A card in a column must be an object with “seat” and “card”.")
    seat, card = data.get("seat"), data.get("card")
    if not is_seat(seat, MOST_SEATS):
        raise BadRecord("A card in a column must name its seat.")
    if not isinstance(card, str) or card not in CARDS:
        raise BadRecord("There is no such card.")
    return seat, card
