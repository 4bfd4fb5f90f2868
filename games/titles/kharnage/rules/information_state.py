"""What a seat remembers of a match, and what it resamples (spec: Hidden from a viewer).

A view shows only the number of face-down cards. A seat also remembers which cards have come out of
a reserve and left the game since, and where in a pile a general lies, which went there openly.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from games.engine.contract import Effect, View
from games.engine.information_state import InformationState
from games.titles.kharnage.rules import hidden
from games.titles.kharnage.rules.cards import Card
from games.titles.kharnage.rules.cardset import cards_of

if TYPE_CHECKING:
    from games.titles.kharnage.rules.position import Kharnage

Pile = list[str | None]
"""Bottom → top: a general by its id, None for a card that no seat has seen."""


class Memory(InformationState["Kharnage"]):
    """What a seat has seen of reserves and piles, by seat.

    `unseen`: the units that may lie in the reserve and the pile. `unseen_generals`: the generals
    that may lie in the pile that the seat began with. `sizes`: the number of cards in each pile.
    `piles`: what is known of them. A piece of a large unit that was fetched from a pile leaves a
    gap, which may be any None there, so a pile can have more entries than cards.
    """

    def begin(self, view: View) -> None:
        self.sizes: list[int] = list(view["piles"])
        self.piles: list[Pile] = [[None] * size for size in self.sizes]
        self.unseen: list[Counter[str]] = []
        self.unseen_generals: list[list[str]] = []
        killed = Counter(card for kills in view["kills"] for card in kills)
        for seat, id in enumerate(view["armies"]):
            army = cards_of(self.options).armies[id]
            lines = view["lines"][seat].values()
            seen = killed + Counter(entry["card"] for line in lines for entry in line)
            seen.update(view["generals"][seat])
            self.unseen.append(Counter(army.reserve) - seen)
            self.unseen_generals.append([card.id for card in army.generals if card.id not in seen])

    # --- Learning.

    def learn(self, effect: Effect) -> None:
        kind, facts = effect.kind, effect.facts
        if kind == "flag":
            seat, size = facts["seat"], facts["pile"]
            self.piles[seat] += [None] * (size - self.sizes[seat])
            self.sizes[seat] = size
        elif kind == "general":
            self.piles[facts["seat"]].append(facts["card"])
            self.sizes[facts["seat"]] += 1
        elif kind == "deployed":
            card = cards_of(self.options).cards[facts["card"]]
            self._deployed(facts["seat"], card, facts["fetched"])
            self.sizes[facts["seat"]] = facts["pile"]

    def _deployed(self, seat: int, card: Card, fetched: bool) -> None:
        unseen = self.unseen[seat]
        unseen[card.id] = max(0, unseen[card.id] - 1)
        if fetched:
            # From the reserve or the pile: the size of the pile shows which.
            return
        pile = self.piles[seat]
        if card.id in pile:
            # Entries above the general are gaps of fetched pieces.
            del pile[pile.index(card.id) :]
        else:
            pile.pop()
            if card.is_general:
                self.unseen_generals[seat].remove(card.id)
        if card.large:
            # All other pieces are fetched with it.
            for mate in cards_of(self.options).armies[card.army].units:
                if not card.large.isdisjoint(mate.large):
                    unseen[mate.id] = 0

    def agrees_with(self, position: Kharnage) -> bool:
        return all(map(self._agrees, range(position.seats), position.reserves, position.piles))

    def _agrees(self, seat: int, reserve: list[Card], pile: list[Card]) -> bool:
        generals = [card.id for card in pile if card.id in self.unseen_generals[seat]]
        units = Counter(card.id for card in (*reserve, *pile) if not card.is_general)
        if not units <= self.unseen[seat] or len(generals) != len(set(generals)):
            return False
        known = segments(self.piles[seat])
        openly = [card.id if card.id in self.piles[seat] else None for card in pile]
        there = segments(openly)
        return known.keys() == there.keys() and all(there[g] <= known[g] for g in known)

    # --- Resampling.

    def lay_open(self, view: View) -> Kharnage:
        return hidden.open_table(self.rules, view, self.options)

    def draw(self, world: Kharnage, view: View, rng: Random) -> None:
        """Draw the plans that other seats have laid, and the face-down cards."""
        if world.phase == "plan":
            for other, planned in enumerate(view["planned"]):
                if planned and other != self.seat:
                    world.plans[other] = rng.choice(world.hands[other])
        cards = world.cards.cards
        for seat in range(world.seats):
            pile = self._pile(seat, view["piles"][seat], rng)
            hidden_there = pile.count(None)
            unseen = list(self.unseen[seat].elements())
            rng.shuffle(unseen)
            missing = hidden_there + view["reserves"][seat] - len(unseen)
            generals = rng.sample(self.unseen_generals[seat], missing) if missing > 0 else []
            lying = generals + unseen[: hidden_there - len(generals)]
            rng.shuffle(lying)
            reserve = unseen[hidden_there - len(generals) :][: view["reserves"][seat]]
            world.piles[seat] = [cards[id or lying.pop()] for id in pile]
            world.reserves[seat] = [cards[id] for id in reserve]

    def take_back(self, world: Kharnage) -> list[int]:
        if world.phase != "plan":
            return []
        plans = enumerate(world.plans)
        others = [seat for seat, plan in plans if plan is not None and seat != self.seat]
        for seat in others:
            world.plans[seat] = None
        return others

    def _pile(self, seat: int, size: int, rng: Random) -> Pile:
        """Return the pile without its gaps, which may be any of the unseen cards."""
        pile = list(self.piles[seat])
        gaps = len(pile) - size
        if gaps:
            unknown = [place for place, id in enumerate(pile) if id is None]
            for place in sorted(rng.sample(unknown, gaps), reverse=True):
                del pile[place]
        return pile


def segments(pile: Pile) -> dict[str | None, int]:
    """Return the number of unseen cards directly below each general, and above the last (None).

    The generals are in their order.
    """
    found: dict[str | None, int] = {}
    count = 0
    for id in pile:
        if id is None:
            count += 1
        else:
            found[id], count = count, 0
    found[None] = count
    return found
