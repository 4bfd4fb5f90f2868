"""The facts that a bot needs, read once from a view."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, cast

from games.engine.bots import Question
from games.engine.contract import Options, View
from games.engine.piles import seen_by
from games.titles.condottiere.bots.map import map_of
from games.titles.condottiere.bots.style import STEADY, Style
from games.titles.condottiere.rules.cards import (
    COPIES,
    DECK,
    HEROINE_STRENGTH,
    MERCENARIES,
    is_winter,
    strength,
    strengths,
)
from games.titles.condottiere.rules.cities import group_needed

if TYPE_CHECKING:
    from games.titles.condottiere.rules.information_state import Memory
    from games.titles.condottiere.rules.position import Condottiere

PRICES = {
    "m1": 0.9,
    "m2": 1.8,
    "m3": 2.9,
    "m4": 4.0,
    "m5": 5.0,
    "m6": 6.0,
    "m10": 10.0,
    "scarecrow": 2.0,
    "drum": 7.0,
    "bishop": 4.0,
    "surrender": 6.0,
    "winter": 3.0,
    "heroine": 10.0,
}
"""The worth of a card in hand, measured in strength."""
STRENGTHS = dict.fromkeys(COPIES, 0) | MERCENARIES | {"heroine": HEROINE_STRENGTH}
IN_WINTER = STRENGTHS | dict.fromkeys(MERCENARIES, 1)
"""The strength that a card adds to an army by itself, in winter."""
WHOLE_PRICE, WHOLE_STRENGTH, WHOLE_IN_WINTER = (
    sum([worths[card] * copies for card, copies in COPIES.items()])
    for worths in (PRICES, STRENGTHS, IN_WINTER)
)
"""The worth of all cards together."""
IDLE = {"scarecrow", "drum"}
"""Cards that do nothing without a mercenary."""
GROWING = {*MERCENARIES, "heroine", "drum"}
"""Cards that only make their own army stronger."""
NOTHING_HELD: Sequence[Sequence[str]] = ((),) * 6
THRIFT = {2: 0.2, 3: 1.5, 4: 1.7, 5: 1.8, 6: 2.0}
"""The worth of the rest of the round by number of seats, found by matches in the arena.

With two seats an empty hand ends the round, so that saving soon has no use. With more seats the
others weaken each other in the meantime.
"""
CARDS_A_BATTLE = 3.3
"""The number of cards that a seat plays in a battle, on average."""


class Table:
    """The open table as one seat, `me`, sees it, and averages of the hidden cards."""

    def __init__(
        self,
        view: View,
        seat: int,
        options: Options,
        style: Style = STEADY,
        held: Sequence[Sequence[str]] = NOTHING_HELD,
    ) -> None:
        self.style = style
        self.held = held
        """By seat, the cards that are certainly in its hand, as far as this seat has seen them."""
        self.me = seat
        self.hand: list[str] = view["hands"][seat]
        self.sizes: list[int] = [len(h) if isinstance(h, list) else h for h in view["hands"]]
        self.seats = len(self.sizes)
        self.others = [other for other in range(self.seats) if other != seat]
        self.armies: list[list[str]] = view["armies"]
        self.passed: list[bool] = view["passed"]
        self.city: str | None = view["city"]
        self.final: list[int] | None = view["final"]
        size = group_needed(self.seats, options)
        taking = bool(options["taking_cities"])
        self.map = map_of(tuple(view["cities"].items()), self.seats, size, taking)
        self._look_at_the_unseen(view["seen"])
        self._most, self._next = sorted((0, *(self.sizes[o] for o in self.others)))[:-3:-1]
        self._held = sum(self.sizes[other] for other in self.others)
        self._holding = sum(self.sizes[other] > 0 for other in self.others)
        self._stakes_to_come: dict[int, float] = {}
        self._price_of_others = sum(map(self.usual_price, self.others))

    @classmethod
    def of(cls, question: Question, style: Style = STEADY) -> Table:
        """Return the table of a question, with all that its seat remembers."""
        memory = cast("Memory", question.information_state)
        held = [list(cards.elements()) for cards in memory.held]
        return cls(question.view, question.seat, question.options, style, held)

    @classmethod
    def in_world(cls, world: Condottiere, seat: int, style: Style = STEADY) -> Table:
        """Return the table of a seat in an imagined world, without what it remembers.

        Nothing of the world is copied, so that playing on is quick.
        """
        view = {
            "hands": seen_by(seat, world.hands),
            "armies": world.armies,
            "passed": world.passed,
            "city": world.city,
            "cities": world.cities,
            "final": world.final,
            "seen": world.out,
        }
        return cls(view, seat, world.options, style)

    def _look_at_the_unseen(self, seen: list[str]) -> None:
        """Compute averages over the unseen cards, as a good player counts cards."""
        known = [*self.hand, *seen]
        for cards in (*self.armies, *self.held):
            known += cards
        total = max(1, len(DECK) - len(known))
        self.mean_price = (WHOLE_PRICE - sum([PRICES[card] for card in known])) / total
        strength_of_known = sum([STRENGTHS[card] for card in known])
        self.mean_strength = (WHOLE_STRENGTH - strength_of_known) / total
        self.mean_in_winter = (WHOLE_IN_WINTER - sum([IN_WINTER[card] for card in known])) / total
        self.share_of_drums = (COPIES["drum"] - known.count("drum")) / total

    # --- The armies.

    def strengths(self) -> list[int]:
        return strengths(self.armies)

    def cheapest_leading(self, cards: Sequence[str]) -> str | None:
        """Return the first card that makes my army the only strongest; None if none does."""
        winter = is_winter(self.armies)
        best = max(own for seat, own in enumerate(self.strengths()) if seat != self.me)
        army = self.armies[self.me]
        return next((card for card in cards if strength([*army, card], winter) > best), None)

    def rivals(self) -> list[int]:
        """Return the other seats that can still play a card in this battle."""
        return [other for other in self.others if self.sizes[other] and not self.passed[other]]

    def defends_untouched(self) -> bool:
        """Return whether I own the city fought for and have not played, so my pass is not final."""
        return (
            self.city is not None
            and self.map.cities.get(self.city) == self.me
            and not self.armies[self.me]
        )

    # --- The hands, and the battles still to come this round.

    def usual_price(self, other: int) -> float:
        """Return the average worth of a hand that I can't see, or see only in part."""
        held = self.held[other]
        unseen = (self.sizes[other] - len(held)) * self.mean_price
        return unseen + sum([PRICES[card] for card in held]) if held else unseen

    def usual_strength(self, other: int, winter: bool) -> float:
        """Return the average strength that a seat's whole hand adds to an army."""
        held = self.held[other]
        unseen = (self.sizes[other] - len(held)) * (
            self.mean_in_winter if winter else self.mean_strength
        )
        if not held:
            return unseen
        each = IN_WINTER if winter else STRENGTHS
        return unseen + sum([each[card] for card in held])

    def chance_of_drum(self, other: int) -> float:
        """Return the chance that a seat holds a drum."""
        held = self.held[other]
        if "drum" in held:
            return 1.0
        return min(1.0, (self.sizes[other] - len(held)) * self.share_of_drums)

    def most_of(self, other: int, winter: bool) -> float:
        """Return the highest strength a seat can reach; ∞ unless I know its whole hand."""
        held = self.held[other]
        if len(held) < self.sizes[other] or not GROWING.issuperset(held):
            return inf
        return strength([*self.armies[other], *held], winter)

    def to_come(self, price: float, cards: int) -> float:
        """Return the worth of the rest of the round if I hold `cards` cards of a total `price`.

        The better hand wins the battles to come. With at most one seat holding cards the round
        ends, so that saved cards are worth nothing.
        """
        stakes = self._stakes_to_come.get(cards)
        if stakes is None:
            stakes = self._stakes_to_come[cards] = self._at_stake_with(cards)
        if not stakes:
            return 0.0
        mine = price if cards else 0.0
        everyone = mine + self._price_of_others
        share = mine / everyone if everyone else 0.0
        fair = (1 - share) / (self.seats - 1)
        return stakes * (share - fair)

    def _at_stake_with(self, cards: int) -> float:
        """Return the worth of all battles to come if I hold this many cards."""
        second = max(self._next, min(self._most, cards))
        if second == 0 or self.final is not None:
            return 0.0
        mean = (self._held + cards) / (self._holding + (cards > 0))
        battles = min(mean / CARDS_A_BATTLE, second)
        return self.style.thrift * THRIFT[self.seats] * self.map.usual_stake(self.me) * battles


def price_of(cards: Sequence[str]) -> float:
    """Return the worth of cards as a hand."""
    idle = IDLE if MERCENARIES.keys().isdisjoint(cards) else ()
    return sum([PRICES[card] for card in cards if card not in idle])
