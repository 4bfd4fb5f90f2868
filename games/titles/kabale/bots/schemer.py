"""A quick player for playouts: it lays the card that improves its chances most.

It looks only one card ahead. Playouts by it judge a move much better than playouts at random.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from games.titles.kabale.bots.chances import Chances
from games.titles.kabale.bots.sketch import ASSASSIN, CLOAK, EXPLORER, STORM, TRAITOR, Asked, Sketch
from games.titles.kabale.bots.tally import KIND_MASK, SEAT_BITS, UNSEEN, Codes
from games.titles.kabale.rules.cards import CARDS, Goal

TO_COVER = {TRAITOR: 1.0, CLOAK: 0.5}
"""What it is worth to uncover one's own traitor or cloak."""

_KEPT = {
    "king": 1.5,
    "queen": 1.0,
    "beggar": 0.9,
    "assassin": 0.6,
    "juliet": 0.6,
    "prince": 0.5,
    "wizard": 0.5,
    "explorer": 0.4,
    "traitor": 0.4,
    "witch": 0.4,
    "hermit": 0.3,
    "musketeers": 0.2,
    "romeo": -0.2,
    "squire": -0.2,
    "storm": -0.3,
}
PRICES = [_KEPT.get(card, 0.0) for card in CARDS]
"""By kind: what it is worth, in points, to keep the card for a later round.

Each card is played about once in a game, so a king at a cheap goal is missing at a valuable one.
"""
FREE = [0.0] * len(CARDS)
"""In the last round nothing is kept."""


class Board(NamedTuple):
    """All columns as one seat sees them."""

    columns: Sequence[Codes]
    worths: Sequence[float]
    """By column: what the seat can expect from its goal."""
    lacking: Sequence[int]
    """By column: how many cards its goal still needs."""


class Ground(NamedTuple):
    """What a card meets when it is laid in a column."""

    codes: Codes
    """The cards before it."""
    besides: float
    """What the card brings apart from the column's goal, less what was expected of that so far."""
    is_final: bool
    """Whether no card can follow in the column."""


class Schemer:
    """The way all seats play in a playout.

    `gains`: by seat, what it gains by taking a goal. `caution`: the share that a goal counts more
    if it is certain as the round ends, since otherwise another card may turn everything.
    """

    def __init__(
        self,
        chances: Chances,
        gains: Sequence[Mapping[Goal, float]],
        prices: Sequence[float],
        caution: float = 0.0,
    ) -> None:
        self.chances = chances
        self.gains = gains
        self.prices = prices
        self.certain = 1 + caution

    def place(self, table: Sketch, seat: int) -> tuple[int, int]:
        """Choose a card and a column by what the seat knows."""
        best, chosen = float("-inf"), None
        for value, card, at in self.weighed(table, seat):
            if value > best:
                best, chosen = value, (card, at)
        return chosen or (table.hands[seat][0], table.storms.index(False))

    def weighed(self, table: Sketch, seat: int) -> Iterator[tuple[float, int, int]]:
        """Yield the value, card and column of each placing, without those into the own trap."""
        board = self._seen(table, seat)
        for at, goal in enumerate(table.goals):
            ground = None if table.storms[at] else self._ground(table, board, at, seat)
            if ground is None:
                continue
            codes, besides, is_final = ground
            gain = self.gains[seat][goal]
            for card in table.hands[seat]:
                laid = (*codes, card)
                if is_final:
                    taken = gain * self.certain if self.chances.winner(goal, laid) == seat else 0.0
                else:
                    taken = gain * self.chances.open(goal, laid)[seat]
                yield taken + besides - self.prices[card & KIND_MASK], card, at

    def answer(self, table: Sketch, asked: Asked) -> None:
        """Swap goals with a traitor, or hide a card under a cloak, if that is an improvement."""
        kind, seat, at = asked
        if kind == TRAITOR:
            other = self.swapped(table, seat, at)
            if other is not None:
                table.swap(at, other)
        else:
            card = self.hidden(table, seat, at)
            if card is not None:
                table.hide(card, at)

    def _seen(self, table: Sketch, seat: int) -> Board:
        columns = [self._outlook(table, at, seat) for at in range(len(table.goals))]
        return Board(
            columns,
            [self._worth(table, at, seat, codes) for at, codes in enumerate(columns)],
            [
                0 if storm else max(0, goal.points - len(codes))
                for goal, codes, storm in zip(table.goals, columns, table.storms, strict=True)
            ],
        )

    def _ground(self, table: Sketch, board: Board, at: int, seat: int) -> Ground | None:
        """Return what a card laid in the column meets; None if that is the seat's own assassin."""
        codes = board.columns[at]
        kind = UNSEEN
        if table.covered[at] and codes[-1] >> SEAT_BITS == seat:
            kind = codes[-1] & KIND_MASK
        if kind == ASSASSIN:
            return None
        besides = TO_COVER.get(kind, 0.0) - board.worths[at]
        ends = board.lacking[at] < 2 and sum(map(bool, board.lacking)) == board.lacking[at]
        to = table.next_column(at)
        if kind == EXPLORER and to != at:
            codes, ends = codes[:-1], False
            arrived = (*board.columns[to], seat << SEAT_BITS | EXPLORER)
            if table.covered[to] and arrived[-2] == seat << SEAT_BITS | ASSASSIN:
                return None
            besides += self._worth(table, to, seat, arrived) - board.worths[to]
        if ends:
            besides += self._if_ended(table, board, at, seat)
        return Ground(codes, besides, ends or kind == STORM)

    def _outlook(self, table: Sketch, at: int, seat: int) -> Codes:
        """Return the cards of a column as the seat sees them."""
        cards = table.cards[at]
        if table.covered[at] and cards[-1] >> SEAT_BITS != seat:
            return (*cards[:-1], cards[-1] & ~KIND_MASK | UNSEEN)
        return tuple(cards)

    def _worth(self, table: Sketch, at: int, seat: int, codes: Codes) -> float:
        """Return what the seat can expect from the goal of a column with these cards."""
        return self._promise(table.goals[at], table.storms[at], seat, codes)

    def _promise(self, goal: Goal, is_closed: bool, seat: int, codes: Codes) -> float:
        gain = self.gains[seat][goal]
        if is_closed:
            return gain if self.chances.winner(goal, codes) == seat else 0.0
        return gain * self.chances.open(goal, codes)[seat]

    def _if_ended(self, table: Sketch, board: Board, at: int, seat: int) -> float:
        """Return what the other columns bring more if the round ends now."""
        more = 0.0
        for other, codes in enumerate(board.columns):
            if other != at:
                more += self.certain * self._promise(table.goals[other], True, seat, codes)
                more -= board.worths[other]
        return more

    def swapped(self, table: Sketch, seat: int, at: int) -> int | None:
        """Return the best column to swap goals with; None if no swap is an improvement."""

        def promise(goal: Goal, column: int) -> float:
            return self._promise(goal, table.storms[column], seat, outlook[column])

        outlook = [self._outlook(table, column, seat) for column in range(len(table.goals))]
        here, best, chosen = table.goals[at], 1e-9, None
        for other, there in enumerate(table.goals):
            if other != at:
                before = promise(here, at) + promise(there, other)
                more = promise(there, at) + promise(here, other) - before
                if more > best:
                    best, chosen = more, other
        return chosen

    def hidden(self, table: Sketch, seat: int, at: int) -> int | None:
        """Return the best card to hide; None if hiding is no improvement."""
        codes = self._outlook(table, at, seat)
        behind = codes.index(seat << SEAT_BITS | CLOAK) + 1
        best, chosen = self._worth(table, at, seat, codes), None
        for card in table.hands[seat]:
            laid = (*codes[:behind], card, *codes[behind:])
            value = self._worth(table, at, seat, laid) - self.prices[card & KIND_MASK]
            if value > best:
                best, chosen = value, card
        return chosen
