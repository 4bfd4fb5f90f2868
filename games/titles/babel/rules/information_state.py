"""The memory of a seat, and the positions that it resamples (spec: Hidden from a viewer).

A view shows the current discards only. When they are shuffled into a new tribe deck, a seat that
has watched them knows every card of it. So it also knows the other hand; from then on only the
cards drawn from that deck are unknown.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from games.engine.contract import Effect, View
from games.engine.information_state import InformationState
from games.engine.piles import without
from games.titles.babel.rules import duty, hidden
from games.titles.babel.rules.cards import TEMPLE_CARDS, TRIBE_CARDS

if TYPE_CHECKING:
    from games.titles.babel.rules.position import Babel


class Memory(InformationState["Babel"]):
    """The memory of a seat.

    `discard`: the discarded tribe cards. `left`: the size of the tribe deck. `shuffled`: the cards
    that were last shuffled into the deck, without those that this seat has drawn since; None before
    the first time.
    """

    def begin(self, view: View) -> None:
        self.discard: Counter[str] = Counter(view["tribe_discard"])
        self.left: int = view["tribe_deck"]
        self.shuffled: Counter[str] | None = None
        self._before = 0

    # --- What is learned.

    def learn(self, effect: Effect) -> None:
        kind, facts = effect.kind, effect.facts
        if kind == "travelled":
            self.discard[facts["to"]] += 1
        elif kind == "discarded":
            self.discard[facts["tribe"]] += 1
        elif kind == "power":
            self.discard[facts["tribe"]] += 1
            if facts["power"] == "expel":
                self.discard[facts["expelled"]] += facts["count"]
        elif kind == "reshuffled":
            # A seat draws the rest of the old deck first.
            self._before = self.left
            self.left += facts["count"]
            self.shuffled, self.discard = self.discard, Counter()
        elif kind == "drew":
            self.left -= facts["count"]
            if facts["seat"] != self.seat:
                self._before = 0
        elif kind == "drew-cards":
            if self.shuffled is not None:
                self.shuffled.subtract(facts["cards"][self._before :])
            self._before = 0

    def _surely_held(self, unseen: Counter[str]) -> Counter[str]:
        """Return the unseen tribe cards that the other hand holds, since the deck lacks them."""
        return Counter() if self.shuffled is None else unseen - self.shuffled

    def agrees_with(self, position: Babel) -> bool:
        own, other = position.hands[self.seat], position.hands[1 - self.seat]
        unseen = Counter(TRIBE_CARDS)
        unseen.subtract(own + position.open_tribes())
        return self._surely_held(unseen) <= Counter(other)

    # --- What is resampled.

    def lay_open(self, view: View) -> Babel:
        return hidden.open_table(self.rules, view, self.options)

    def draw(self, world: Babel, view: View, rng: Random) -> None:
        """Draw the other hand, and the order of both decks."""
        known = world.temple_deck
        temples = without(TEMPLE_CARDS, world.open_temples() + known)
        world.temple_deck = rng.sample(temples, view["temple_deck"] - len(known)) + known
        unseen = without(TRIBE_CARDS, world.hands[self.seat] + world.open_tribes())
        held = list(self._surely_held(Counter(unseen)).elements())
        unseen = without(unseen, held)
        other = 1 - self.seat
        missing: int = view["hands"][other] - len(held)
        while True:
            drawn = rng.sample(unseen, missing + view["tribe_deck"])
            world.hands[other], world.tribe_deck = held + drawn[:missing], drawn[missing:]
            if world.turn != other or not world.duty[other] or duty.is_possible(world, other):
                # A seat that owes its first-turn build holds a hand that can do it.
                return
