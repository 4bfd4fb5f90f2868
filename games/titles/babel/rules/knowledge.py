"""What a seat remembers of a match, and what it imagines (spec: Hidden from a viewer).

A view shows the discards as they are. When they are shuffled to be the tribe deck, whoever has
watched knows every card of it, and so the other hand down to its last card; from then on each
card drawn from that deck is all that is new.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from games.engine.contract import Happening, View
from games.engine.knowledge import Knowledge
from games.engine.piles import without
from games.titles.babel.rules import duty, hidden
from games.titles.babel.rules.cards import TEMPLE_CARDS, TRIBE_CARDS

if TYPE_CHECKING:
    from games.titles.babel.rules.position import Babel


class Memory(Knowledge["Babel"]):
    """`discard`: the discarded tribe cards. `left`: how many cards the tribe deck has. `shuffled`:
    the cards that were shuffled last to be the deck, less those this seat has drawn of them; None
    before they were."""

    def begin(self, view: View) -> None:
        self.discard: Counter[str] = Counter(view["tribe_discard"])
        self.left: int = view["tribe_deck"]
        self.shuffled: Counter[str] | None = None
        self._before = 0

    # --- What is learned.

    def learn(self, happening: Happening) -> None:
        kind, facts = happening.kind, happening.facts
        if kind == "travelled":
            self.discard[facts["to"]] += 1
        elif kind == "discarded":
            self.discard[facts["tribe"]] += 1
        elif kind == "power":
            self.discard[facts["tribe"]] += 1
            if facts["power"] == "expel":
                self.discard[facts["expelled"]] += facts["count"]
        elif kind == "reshuffled":
            # What is left of the old deck is drawn before.
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
        """Of the tribe cards not seen, those of the other hand: more than the deck was made of."""
        return Counter() if self.shuffled is None else unseen - self.shuffled

    def agrees_with(self, position: Babel) -> bool:
        own, other = position.hands[self.seat], position.hands[1 - self.seat]
        unseen = Counter(TRIBE_CARDS)
        unseen.subtract(own + position.open_tribes())
        return self._surely_held(unseen) <= Counter(other)

    # --- What is imagined.

    def lay_open(self, view: View) -> Babel:
        return hidden.open_table(self.rules, view, self.options)

    def draw(self, world: Babel, view: View, rng: Random) -> None:
        """The other hand, and the order of both decks."""
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
                # Somebody who owes his first-turn build holds a hand that can do it.
                return
