"""What a seat remembers of a match, and the cards it resamples (spec: Hidden from a viewer).

A view shows nothing of a face-down card, but a seat remembers more: an explorer that has moved
openly is known; discards that were shuffled into a stack are in no column that was there before
and, until they are drawn, in no hand; and goals that no seat took do not come again.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from games.engine.contract import Effect, Json, View
from games.engine.information_state import InformationState
from games.engine.piles import without
from games.titles.kabale.rules import hidden
from games.titles.kabale.rules.cards import CARDS, GOALS, UNKNOWN, Goal

if TYPE_CHECKING:
    from games.titles.kabale.rules.position import Kabale


@dataclass(slots=True)
class Spot:
    """A card in a column."""

    seat: int
    card: str | None = None
    """The card; None if it was never seen."""
    never: set[str] = field(default_factory=set)
    """The cards that it cannot be."""


class Memory(InformationState["Kabale"]):
    """What a seat has seen of the cards in columns, discards and stacks.

    `shuffled`: by seat, the discards that were last shuffled into its stack; None before that.
    `lost`: the goals that no seat took.
    """

    def begin(self, view: View) -> None:
        self.columns = [
            [Spot(laid["seat"], laid["card"]) for laid in column["cards"]]
            for column in view["columns"]
        ]
        self.discards: list[set[str]] = [set(cards) for cards in view["discards"]]
        self.shuffled: list[set[str] | None] = [None] * len(self.discards)
        self.lost: list[Goal] = []

    # --- Learning.

    def learn(self, effect: Effect) -> None:
        kind, facts = effect.kind, effect.facts
        if kind == "placed":
            self.columns[facts["column"]].append(Spot(facts["seat"]))
        elif kind == "hid":
            self._hid(self.columns[facts["column"]], facts["seat"])
        elif kind == "uncovered":
            self.columns[facts["column"]][-2].card = facts["card"]
        elif kind == "explored":
            explorer = self.columns[facts["column"]].pop(-2)
            self.columns[facts["to"]].append(explorer)
        elif kind == "assassinated":
            self.columns[facts["column"]].pop()
            self.discards[facts["seat"]].add(facts["card"])
        elif kind == "reshuffled":
            self._reshuffled(facts["seat"])
        elif kind == "awarded":
            self._awarded(facts)
        elif kind in ("goals-opened", "over"):
            self.columns = [[] for _ in self.discards] if kind == "goals-opened" else []

    def _hid(self, column: list[Spot], seat: int) -> None:
        """Add a face-down card right behind the seat's cloak."""
        cloak = next(
            i for i, spot in enumerate(column) if (spot.seat, spot.card) == (seat, "cloak")
        )
        column.insert(cloak + 1, Spot(seat))

    def _reshuffled(self, seat: int) -> None:
        """Make the discards the stack: none of these cards is in a column now."""
        stack = self.discards[seat]
        self.shuffled[seat], self.discards[seat] = stack, set()
        for column in self.columns:
            for spot in column:
                if spot.seat == seat:
                    spot.never |= stack

    def _awarded(self, facts: Json) -> None:
        for laid in facts["cards"]:
            self.discards[laid["seat"]].add(laid["card"])
        if facts["winner"] is None:
            self.lost.append(Goal(*facts["goal"]))

    def agrees_with(self, position: Kabale) -> bool:
        for column, lane in zip(self.columns, position.columns, strict=True):
            for spot, laid in zip(column, lane.cards, strict=True):
                if spot.card not in (None, laid.card) or laid.card in spot.never:
                    return False
        stacks = zip(self.shuffled, position.stacks, strict=True)
        if any(known is not None and not known.issuperset(stack) for known, stack in stacks):
            return False
        won = [goal for goals in position.won for goal in goals]
        goals = [*(lane.goal for lane in position.columns), *won, *self.lost, *position.goals]
        return Counter(goals) <= Counter(GOALS)

    # --- Resampling.

    def lay_open(self, view: View) -> Kabale:
        return hidden.open_table(self.rules, view, self.options)

    def draw(self, world: Kabale, view: View, rng: Random) -> None:
        """Draw every hidden card, and the goals to come."""
        world.lost = list(self.lost)
        world.goals = rng.sample(without(GOALS, world.known_goals()), view["goals"])
        for seat in range(world.seats):
            self._draw_seat(world, view, seat, rng)

    def _draw_seat(self, world: Kabale, view: View, seat: int, rng: Random) -> None:
        """Draw the stack, from the cards shuffled last, then the face-down cards, then the hand."""
        unknown: list[tuple[int, int, set[str]]] = []
        for at, column in enumerate(self.columns):
            cards = world.columns[at].cards
            for i, spot in enumerate(column):
                if spot.seat == seat and cards[i].card == UNKNOWN:
                    if spot.card is None:
                        unknown.append((at, i, spot.never))
                    else:
                        cards[i] = cards[i]._replace(card=spot.card)
        seen = set(world.cards_of(seat))
        unseen = [card for card in CARDS if card not in seen]
        rng.shuffle(unseen)
        stack = self.shuffled[seat]
        able = unseen if stack is None else [card for card in unseen if card in stack]
        size = view["stacks"][seat]
        world.stacks[seat] = able[:size]
        for card in able[:size]:
            unseen.remove(card)
        # The most restricted ones, which lie longest, come first: the others can be the rest.
        for at, i, never in sorted(unknown, key=lambda place: -len(place[2])):
            card = next(card for card in unseen if card not in never)
            unseen.remove(card)
            cards = world.columns[at].cards
            cards[i] = cards[i]._replace(card=card)
        if seat != self.seat:
            world.hands[seat] = unseen[: view["hands"][seat]]
