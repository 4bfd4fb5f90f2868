"""One game being played by numbers: what the environments have in common. Needs numpy."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.engine.bots import Memories, Question
from games.engine.chance import Chance
from games.engine.contract import Happening, Json, Move, Position
from games.engine.record import Record
from games.engine.refusals import Refusal
from tavola_games import catalogue
from tavola_games.numbers import encoder
from tavola_games.play import agreed, seed_bytes

Numbers = NDArray[np.int16]
Mask = NDArray[np.int8]


class IllegalAction(Refusal, code="illegal-action", status=400):
    """A number that is no legal move now."""


class Table:
    """A table, at which one game after the other is played."""

    def __init__(self, slug: str, seats: int | None, options: Any, remember: bool = False) -> None:
        """`remember`: what the seats are told is kept, so that bots can be asked."""
        self.rules = catalogue.newest(slug)
        self.seats, self.options = agreed(slug, seats, options)
        self.encoder = encoder(slug, seats, options)
        self._remember = remember
        self.begin(0)

    def begin(self, seed: int) -> None:
        """A new game."""
        self.record = Record(self.rules, self.seats, self.options, seed_bytes(seed))
        self.moves: list[tuple[int, Move]] = []
        """Who decided what."""
        self.lay(self.record.start())

    def lay(self, position: Position) -> None:
        """Go on from this position."""
        self.position = position
        self.asked = position.to_move()
        """The seats that owe a decision; () when it is over."""
        self._legal: dict[int, list[int]] = {}
        """By seat, as far as somebody asked since the last move: what `legal` answers."""
        self._memories = Memories(position) if self._remember else None

    def question(self, seat: int) -> Question:
        """What a bot is asked at a seat that owes a decision."""
        assert self._memories is not None
        return self._memories.question(self.position, seat)

    def legal(self, seat: int) -> list[int]:
        """The numbers of a seat's legal moves; not to be changed."""
        known = self._legal.get(seat)
        if known is None:
            known = self._legal[seat] = self.encoder.legal(self.position.moves(seat))
        return known

    def move(self, number: int) -> Move:
        """The move of a number; IllegalAction."""
        if not 0 <= number < len(self.encoder.moves):
            most = len(self.encoder.moves) - 1
            raise IllegalAction("An action is a number from 0 to {most}.", most=most)
        return self.encoder.moves[number]

    def decide(self, seat: int, number: int) -> None:
        """A seat makes the move of a number; IllegalAction, and the refusals of the rules."""
        move = self.move(number)
        if number in self.legal(seat):
            # The rules need not list the moves once more.
            self._went_on(seat, move, self.position.apply(seat, move, self._chance()))
        else:
            self.play(seat, move)

    def play(self, seat: int, move: Move) -> None:
        """A seat makes a move; the refusals of the rules."""
        self._went_on(seat, move, self.position.play(seat, move, self._chance()))

    def _chance(self) -> Chance:
        return self.record.chance(len(self.moves) + 1)

    def _went_on(self, seat: int, move: Move, happenings: list[Happening]) -> None:
        self.moves.append((seat, move))
        self.asked = self.position.to_move()
        self._legal.clear()
        if self._memories is not None:
            self._memories.tell(happenings)

    def observe(self, seat: int) -> Numbers:
        """What a seat sees, as numbers."""
        seen = self.encoder.observe(self.position.view(seat), seat)
        return np.array(seen, dtype=np.int16)

    def mask(self, seat: int) -> Mask:
        """1 for each legal move of a seat; all 0 where it owes no decision."""
        mask = np.zeros(len(self.encoder.moves), dtype=np.int8)
        mask[self.legal(seat)] = 1
        return mask

    def rewards(self) -> tuple[float, ...]:
        """By seat, of a game that is over: 1 for the first and −1 for the last place, the others
        evenly between them; those who share a place get the same, and all together 0."""
        outcome = self.position.outcome()
        if outcome is None:
            return (0.0,) * self.seats
        return rewards_of(outcome.places)

    def dump(self) -> Json:
        """The game so far as a record."""
        moves = [{"seat": seat, **move.dump()} for seat, move in self.moves]
        return {**self.record.dump(), "moves": moves}


@lru_cache
def rewards_of(places: tuple[int, ...]) -> tuple[float, ...]:
    """By seat: how many are behind less how many are ahead, as a share of the others."""
    others = len(places) - 1
    return tuple(
        (sum(other > place for other in places) - sum(other < place for other in places)) / others
        for place in places
    )
