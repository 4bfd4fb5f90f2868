"""A compact table for rounds that are played out thousands of times.

It follows the rules (`tests/games/titles/kabale/test_sketch.py` plays both in parallel), but
reports no effects. Of each column it knows only whether its last card may still be uncovered:
the cards before it are open, or hidden under a cloak for the round.
"""

from __future__ import annotations

from random import Random

from games.titles.kabale.bots.tally import KIND, KIND_MASK, SEAT_BITS, code
from games.titles.kabale.rules.cards import Goal
from games.titles.kabale.rules.position import Kabale

EXPLORER, ASSASSIN, STORM = KIND["explorer"], KIND["assassin"], KIND["storm"]
CLOAK, TRAITOR = KIND["cloak"], KIND["traitor"]

Asked = tuple[int, int, int]
"""The kind (cloak or traitor), the seat of its owner, and its column."""


class Sketch:
    """A table whose cards are codes.

    `covered`: by column, whether its last card can still be uncovered.
    """

    __slots__ = ("cards", "covered", "discards", "goals", "hands", "stacks", "storms", "turn")

    goals: list[Goal]
    cards: list[list[int]]
    covered: list[bool]
    storms: list[bool]
    hands: list[list[int]]
    stacks: list[list[int]]
    discards: list[list[int]]
    turn: int

    @classmethod
    def of(cls, table: Kabale, rng: Random) -> Sketch:
        """Sketch a table; `rng` shuffles the discards, which may become stacks."""
        sketch = cls()
        columns, seats = table.columns, range(table.seats)
        sketch.goals = [column.goal for column in columns]
        sketch.cards = [[code(laid.seat, laid.card) for laid in column.cards] for column in columns]
        sketch.covered = [
            bool(column.cards) and not (column.cards[-1].up or column.cards[-1].cloaked)
            for column in columns
        ]
        sketch.storms = [column.storm for column in columns]
        sketch.hands = [[code(seat, card) for card in table.hands[seat]] for seat in seats]
        sketch.stacks = [[code(seat, card) for card in table.stacks[seat]] for seat in seats]
        sketch.discards = [
            [code(seat, card) for card in rng.sample(pile, len(pile))]
            for seat, pile in enumerate(table.discards)
        ]
        assert table.turn is not None
        sketch.turn = table.turn
        return sketch

    def clone(self) -> Sketch:
        twin = Sketch()
        twin.goals = self.goals[:]
        twin.cards = [cards[:] for cards in self.cards]
        twin.covered = self.covered[:]
        twin.storms = self.storms[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.stacks = [stack[:] for stack in self.stacks]
        twin.discards = [pile[:] for pile in self.discards]
        twin.turn = self.turn
        return twin

    def fulfilled(self) -> bool:
        for goal, cards, storm in zip(self.goals, self.cards, self.storms, strict=True):
            if not storm and len(cards) < goal.points:
                return False
        return True

    def lacking(self) -> int:
        """Return how many cards all goals together need before the round ends."""
        lacking = 0
        for goal, cards, storm in zip(self.goals, self.cards, self.storms, strict=True):
            if not storm and len(cards) < goal.points:
                lacking += goal.points - len(cards)
        return lacking

    def draw(self, seat: int) -> None:
        stack = self.stacks[seat]
        if not stack:
            stack[:], self.discards[seat] = self.discards[seat], []
        if stack:
            self.hands[seat].append(stack.pop())

    def next_column(self, at: int) -> int:
        """Return the column to which an explorer moves."""
        seats = len(self.cards)
        to = (at + 1) % seats
        while self.storms[to] and to != at:
            to = (to + 1) % seats
        return to

    def place(self, card: int, at: int) -> Asked | None:
        """Lay a hand card at the end of a column and uncover; return who is asked, if any."""
        self.hands[card >> SEAT_BITS].remove(card)
        return self.lay(card, at)

    def lay(self, card: int, at: int) -> Asked | None:
        """Lay a card like `place`, without taking it from a hand."""
        self.cards[at].append(card)
        moved: dict[int, int] = {}
        limit = self.storms.count(False)
        while self.covered[at]:
            cards = self.cards[at]
            above = cards[-2]
            kind, seat = above & KIND_MASK, above >> SEAT_BITS
            if kind == EXPLORER and moved.get(seat, 0) < limit:
                moved[seat] = moved.get(seat, 0) + 1
                del cards[-2]
                at = self.next_column(at)
                self.cards[at].append(above)
                continue
            if kind == ASSASSIN:
                victim = cards.pop()
                self.discards[victim >> SEAT_BITS].append(victim)
                self.covered[at] = False
            elif kind == STORM:
                self.storms[at] = True
            elif kind == TRAITOR or (kind == CLOAK and self.hands[seat]):
                return kind, seat, at
            return None
        self.covered[at] = True
        return None

    def hide(self, card: int, at: int) -> None:
        """Put a hand card right behind its owner's cloak."""
        seat = card >> SEAT_BITS
        cards = self.cards[at]
        cards.insert(cards.index(seat << SEAT_BITS | CLOAK) + 1, card)
        self.hands[seat].remove(card)
        self.draw(seat)

    def swap(self, at: int, other: int) -> None:
        goals = self.goals
        goals[at], goals[other] = goals[other], goals[at]
