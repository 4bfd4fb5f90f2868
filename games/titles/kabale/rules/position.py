"""The play of Kabale und Hiebe: the full state and whose decision comes next (spec: Play)."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar, Self

from games.engine.chance import Chance
from games.engine.contract import Game, Happening, Json, Move, Options
from games.engine.refusals import IllegalMove
from games.engine.state import State, per_seat, start
from games.titles.kabale.rules import hidden, loading, shapes
from games.titles.kabale.rules.cards import CARDS, GOALS, MOST_SEATS, Goal
from games.titles.kabale.rules.moves import (
    CLOAK,
    NO_CLOAK,
    NO_SWAP,
    PLACE,
    PLACINGS,
    SWAP,
    Cloak,
    Place,
    Swap,
    read_move,
)
from games.titles.kabale.rules.rounds import ROUNDS, draw, finish_turn, open_round
from games.titles.kabale.rules.table import FACE_DOWN, Column
from games.titles.kabale.rules.telling import placed
from games.titles.kabale.rules.uncovering import hide, swap, uncover
from games.titles.kabale.rules.words import why_not

KABALE = Game(slug="kabale", name="Kabale und Hiebe", seats=range(2, MOST_SEATS + 1))


class Kabale(State):
    """The full state. Stacks and `goals` are lists bottom → top, columns goal → away from it.

    `gone` holds the goals that nobody took: seen leaving the game, and no part of the dump.
    `pending` is who must answer for a cloak or a traitor, and in which column it lies.
    """

    game: ClassVar[Game] = KABALE
    revealing = frozenset(("drew-own", "goals-opened", "round-ended", "uncovered"))
    forgotten = frozenset(("assassinated", "explored", "placed", "uncovered"))

    round: int = start(1)
    phase: shapes.Phase = start("place")
    turn: int | None = start(0)
    pending: tuple[int, int] | None = start(None, written="dump_pending")
    columns: list[Column] = start([])
    hands: list[list[str]] = per_seat([])
    stacks: list[list[str]] = per_seat([])
    discards: list[list[str]] = per_seat([])
    goals: list[Goal] = start([])
    won: list[list[Goal]] = per_seat([])
    gone: list[Goal] = start([], written=False)

    @classmethod
    def deal(cls, seats: int, options: Options, chance: Chance) -> Self:
        """The seats' stacks are shuffled in seat order, then the goals; 6 per seat are kept."""
        position = cls(seats, options)
        position.stacks = [chance.shuffle(CARDS) for _ in range(seats)]
        position.goals = chance.shuffle(GOALS)[-ROUNDS * seats :]
        open_round(position, chance, [])
        return position

    @classmethod
    def load(cls, data: Any, seats: int, options: Options, chance: Chance) -> Self:
        position = cls(seats, options)
        loading.fill(position, data, chance)
        return position

    @classmethod
    def read_move(cls, data: Json, seats: int) -> Move:
        return read_move(data, seats)

    # --- Whose decision, and which.

    def to_move(self) -> tuple[int, ...]:
        if self.pending is not None:
            return (self.pending[0],)
        return () if self.turn is None else (self.turn,)

    def moves(self, seat: int) -> list[Move]:
        if self.phase == "place":
            return self._placings(seat) if seat == self.turn else []
        if self.pending is None or seat != self.pending[0]:
            return []
        if self.phase == "cloak":
            return [*(CLOAK[card] for card in self.hands[seat]), NO_CLOAK]
        # The goal of the traitor's column, with any other column's.
        here = self.pending[1]
        return [*(SWAP[at] for at in range(self.seats) if at != here), NO_SWAP]

    def _placings(self, seat: int) -> list[Move]:
        """A hand card at the end of a column that no storm closed."""
        hand = self.hands[seat]
        for column in self.columns:
            if column.storm:
                at_open = self.open_columns()
                return [PLACE[card][at] for card in hand for at in at_open]
        placings = PLACINGS[self.seats]
        moves: list[Move] = []
        for card in hand:
            moves += placings[card]
        return moves

    def open_columns(self) -> list[int]:
        return [at for at, column in enumerate(self.columns) if not column.storm]

    def why_not(self, seat: int, move: Move) -> IllegalMove:
        return why_not(self, seat, move)

    # --- Carrying out a move.

    def apply(self, seat: int, move: Move, chance: Chance) -> list[Happening]:
        told: list[Happening] = []
        if isinstance(move, Place):
            self._place(seat, move.card, move.column, told)
            uncover(self, move.column, told)
            if self.pending is not None:
                return told
        elif isinstance(move, Cloak):
            self._answer_cloak(seat, move.card, chance, told)
        elif isinstance(move, Swap):
            self._answer_swap(seat, move.column, told)
        finish_turn(self, chance, told)
        return told

    def _place(self, seat: int, card: str, at: int, told: list[Happening]) -> None:
        self.hands[seat].remove(card)
        self.columns[at].cards.append(FACE_DOWN[seat][card])
        told += placed(seat, at, card)

    def _answer_cloak(
        self, seat: int, card: str | None, chance: Chance, told: list[Happening]
    ) -> None:
        """Put a card under it and draw one, or decline: then there is no draw for it."""
        if card is None:
            told.append(Happening("cloak-declined", {"seat": seat}))
            return
        hide(self, card, told)
        draw(self, seat, chance, told)

    def _answer_swap(self, seat: int, column: int | None, told: list[Happening]) -> None:
        if column is None:
            told.append(Happening("swap-declined", {"seat": seat}))
        else:
            swap(self, column, told)

    # --- Written down, hidden, imagined, copied, checked.

    def dump_pending(self) -> shapes.Pending | None:
        if self.pending is None:
            return None
        return {"seat": self.pending[0], "column": self.pending[1]}

    def view(self, seat: int | None) -> shapes.View:
        return hidden.view(self, seat)

    def imagine(self, seat: int | None, rng: Random) -> Self:
        imagined = self.clone()
        hidden.imagine(imagined, seat, rng)
        return imagined

    def cards_of(self, seat: int) -> list[str]:
        """Every card of a seat, wherever it is."""
        laid = [laid.card for column in self.columns for laid in column.cards if laid.seat == seat]
        return [*self.hands[seat], *self.stacks[seat], *self.discards[seat], *laid]

    def known_goals(self) -> list[Goal]:
        """The goals that everyone has seen: open, won or gone."""
        won = [goal for goals in self.won for goal in goals]
        return [*(column.goal for column in self.columns), *won, *self.gone]

    def check(self) -> None:
        for seat in range(self.seats):
            cards = self.cards_of(seat)
            assert len(set(cards)) == len(cards)
            assert set(cards) <= set(CARDS)
        goals = [*self.known_goals(), *self.goals]
        assert all(goals.count(goal) <= GOALS.count(goal) for goal in goals)
        assert len(self.goals) == (ROUNDS - self.round) * self.seats
        assert 1 <= self.round <= ROUNDS
        assert (self.outcome() is None) == bool(self.to_move()) == (self.phase != "over")
        assert (self.turn is None) == (self.phase == "over")
        assert len(self.columns) == (0 if self.phase == "over" else self.seats)
        assert (self.pending is not None) == (self.phase in ("cloak", "swap"))
        assert all(self.moves(seat) for seat in self.to_move())
