"""The play of Kabale und Hiebe: the full state and who decides next (spec: Play)."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import ClassVar, Self

from games.engine.chance import Chance
from games.engine.contract import Effect, Game, Json, Move, Options
from games.engine.fields import among, is_seat, listed, whole
from games.engine.refusals import IllegalMove
from games.engine.state import State, per_seat, start
from games.titles.kabale.rules import hidden, loading, shapes
from games.titles.kabale.rules.cards import CARDS, GOALS, MOST_SEATS, Goal, are_cards, is_goal
from games.titles.kabale.rules.information_state import Memory
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
from games.titles.kabale.rules.table import FACE_DOWN, ONLY, Column
from games.titles.kabale.rules.uncovering import hide, swap, uncover
from games.titles.kabale.rules.words import why_not

KABALE = Game(slug="kabale", name="Kabale und Hiebe", seats=range(2, MOST_SEATS + 1))


@cache
def _placed(seat: int, at: int, card: str) -> tuple[Effect, ...]:
    """Return the effects of a placed card: only its owner sees which card it is.

    They are cached, as every turn begins with them.
    """
    return (
        Effect("placed", {"seat": seat, "column": at}),
        Effect("placed-own", {"seat": seat, "column": at, "card": card}, ONLY[seat]),
    )


class Kabale(State):
    """The full state. Stacks and `goals` are lists bottom → top, columns goal → away from it.

    `lost` has the goals that no seat took, which all have seen and which are no part of the dump.
    `pending` is the seat that must answer for a cloak or a traitor, and the column it lies in.
    """

    game: ClassVar[Game] = KABALE
    read_move = staticmethod(read_move)
    revealing = frozenset(("drew-own", "goals-opened", "round-ended", "uncovered"))
    information_state = Memory
    forgotten = frozenset(("assassinated", "explored", "placed", "uncovered"))

    round: int = start(
        1, whole(1, ROUNDS), "“round” must be a number from 1 to {rounds}.", rounds=ROUNDS
    )
    phase: shapes.Phase = start(
        "place",
        among(("place", "cloak", "swap")),
        "The phase of a position must be place, cloak or swap.",
    )
    turn: int | None = start(0, is_seat, "“turn” must be a seat.")
    pending: tuple[int, int] | None = start(None, written="dump_pending")
    columns: list[Column] = start([])
    hands: list[list[str]] = per_seat([], are_cards)
    stacks: list[list[str]] = per_seat([], are_cards)
    discards: list[list[str]] = per_seat([], are_cards)
    goals: list[Goal] = start([], listed(is_goal), "“goals” must be a list of goals.")
    won: list[list[Goal]] = per_seat([], listed(is_goal))
    lost: list[Goal] = start([], written=False)

    @classmethod
    def deal(cls, seats: int, options: Options, chance: Chance) -> Self:
        """Shuffle the seats' stacks in seat order, then the goals; 6 per seat are used."""
        position = cls(seats, options)
        position.stacks = [chance.shuffle(CARDS) for _ in range(seats)]
        position.goals = chance.shuffle(GOALS)[-ROUNDS * seats :]
        open_round(position, chance, [])
        return position

    def fill(self, given: Json, chance: Chance) -> None:
        loading.fill(self, given, chance)

    # --- Decisions.

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
        """Return all ways to lay a hand card at the end of a column that no storm closed."""
        hand = self.hands[seat]
        for column in self.columns:
            if column.storm:
                at_open = self.open_columns()
                return [PLACE[card][at] for card in hand for at in at_open]
        placings = PLACINGS[self.seats]
        found: list[Move] = []
        for card in hand:
            found += placings[card]
        return found

    def open_columns(self) -> list[int]:
        return [at for at, column in enumerate(self.columns) if not column.storm]

    def why_not(self, seat: int, move: Move) -> IllegalMove:
        return why_not(self, seat, move)

    # --- Carrying out a move.

    def apply(self, seat: int, move: Move, chance: Chance) -> list[Effect]:
        effects = self.plays[type(move)](self, seat, move, chance)
        if self.pending is None:
            finish_turn(self, chance, effects)
        return effects

    def _place(self, seat: int, move: Place, chance: Chance) -> list[Effect]:
        """Lay a hand card face down at the end of a column; it uncovers the one above."""
        card, at = move.card, move.column
        self.hands[seat].remove(card)
        self.columns[at].cards.append(FACE_DOWN[seat][card])
        effects = [*_placed(seat, at, card)]
        uncover(self, at, effects)
        return effects

    def _cloak(self, seat: int, move: Cloak, chance: Chance) -> list[Effect]:
        """Put a card under the cloak and draw one, or decline without a draw."""
        effects: list[Effect] = []
        if move.card is None:
            effects.append(Effect("cloak-declined", {"seat": seat}))
        else:
            hide(self, move.card, effects)
            draw(self, seat, chance, effects)
        self.pending = None
        return effects

    def _swap(self, seat: int, move: Swap, chance: Chance) -> list[Effect]:
        effects: list[Effect] = []
        if move.column is None:
            effects.append(Effect("swap-declined", {"seat": seat}))
        else:
            swap(self, move.column, effects)
        self.pending = None
        return effects

    plays = {Place: _place, Cloak: _cloak, Swap: _swap}

    # --- Dumps, views, resampled positions and checks.

    def dump_pending(self) -> shapes.Pending | None:
        if self.pending is None:
            return None
        return {"seat": self.pending[0], "column": self.pending[1]}

    def view(self, seat: int | None) -> shapes.View:
        return hidden.view(self, seat)

    def resample(self, seat: int | None, rng: Random) -> Self:
        resampled = self.clone()
        hidden.resample(resampled, seat, rng)
        return resampled

    def cards_of(self, seat: int) -> list[str]:
        """Return all cards of a seat: hand, stack, discards and columns."""
        laid = [laid.card for column in self.columns for laid in column.cards if laid.seat == seat]
        return [*self.hands[seat], *self.stacks[seat], *self.discards[seat], *laid]

    def known_goals(self) -> list[Goal]:
        """Return the goals that all players have seen: open, won or lost."""
        won = [goal for goals in self.won for goal in goals]
        return [*(column.goal for column in self.columns), *won, *self.lost]

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
