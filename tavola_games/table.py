"""A game whose moves are numbers: the common part of the environments. Needs numpy."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from games.engine.bots import Memories, Question
from games.engine.chance import Chance
from games.engine.contract import Effect, Json, Move, Position
from games.engine.record import Record
from games.engine.refusals import Refusal
from tavola_games import catalogue
from tavola_games.numbers import encoder
from tavola_games.play import agreed, seed_bytes

Numbers = NDArray[np.int16]
Mask = NDArray[np.int8]


class IllegalAction(Refusal, code="illegal-action", status=400):
    """The number is not a legal move now."""


class Table:
    """A table where games are played one after the other."""

    def __init__(
        self,
        slug: str,
        seats: int | None,
        options: Json | None,
        remember: bool = False,
        recall: bool = False,
    ) -> None:
        """Open a table; with `remember`, seats keep what they know, so that bots can play.

        With `recall`, observations have it too.
        """
        self.rules = catalogue.newest(slug)
        self.seats, self.options = agreed(slug, seats, options)
        self.encoder = encoder(slug, seats, options)
        self.highs = self.encoder.highs + (self.encoder.remembered_highs if recall else ())
        """The maximum of each number of an observation."""
        self._remember, self._recall = remember or recall, recall
        self.begin(0)

    def begin(self, seed: int) -> None:
        """Start a new game."""
        self.record = Record(self.rules, self.seats, self.options, seed_bytes(seed))
        self.moves: list[tuple[int, Move]] = []
        """The seat and the move of each decision."""
        self.lay(self.record.start())

    def lay(self, position: Position) -> None:
        """Continue from this position."""
        self.position = position
        self.asked = position.to_move()
        """The seats that have to decide; () if the game is over."""
        self._legal: dict[int, list[int]] = {}
        """The results of `legal` since the last move, by seat."""
        self._memories = Memories(position) if self._remember else None

    def question(self, seat: int) -> Question:
        """Return the question for a bot at a seat that has to decide."""
        assert self._memories is not None
        return self._memories.question(self.position, seat)

    def legal(self, seat: int) -> list[int]:
        """Return the numbers of a seat's legal moves; do not change the list."""
        known = self._legal.get(seat)
        if known is None:
            known = self._legal[seat] = self.encoder.legal(self.position.moves(seat))
        return known

    def move(self, number: int) -> Move:
        """Return the move of a number.

        Raises:
            IllegalAction: The number is out of range.
        """
        if not 0 <= number < len(self.encoder.moves):
            most = len(self.encoder.moves) - 1
            raise IllegalAction("An action is a number from 0 to {most}.", most=most)
        return self.encoder.moves[number]

    def decide(self, seat: int, number: int) -> None:
        """Play the move of a number.

        Raises:
            IllegalAction: The number is out of range.
            Refusal: The rules refuse the move.
        """
        move = self.move(number)
        if number in self.legal(seat):
            # The legal moves are cached, so the rules need not list them again.
            self._went_on(seat, move, self.position.apply(seat, move, self._chance()))
        else:
            self.play(seat, move)

    def play(self, seat: int, move: Move) -> None:
        """Play a move; raises the refusals of the rules."""
        self._went_on(seat, move, self.position.play(seat, move, self._chance()))

    def _chance(self) -> Chance:
        return self.record.chance(len(self.moves) + 1)

    def _went_on(self, seat: int, move: Move, effects: list[Effect]) -> None:
        self.moves.append((seat, move))
        self.asked = self.position.to_move()
        self._legal.clear()
        if self._memories is not None:
            self._memories.tell(effects)

    def observe(self, seat: int) -> Numbers:
        """Return what a seat sees as numbers; with `recall`, then what it was shown earlier."""
        seen = self.encoder.observe(self.position.view(seat), seat)
        if self._recall:
            assert self._memories is not None
            seen += self.encoder.recall(self._memories.of[seat])
        return np.array(seen, dtype=np.int16)

    def mask(self, seat: int) -> Mask:
        """Return an array with 1 for each legal move of a seat; all 0 if it is not to move."""
        mask = np.zeros(len(self.encoder.moves), dtype=np.int8)
        mask[self.legal(seat)] = 1
        return mask

    def rewards(self) -> tuple[float, ...]:
        """Return the rewards of a finished game by seat; 0 for all if it is not over.

        First place gets 1 and last place −1, with even steps between. Shared places get the same
        reward, and the sum is 0.
        """
        outcome = self.position.outcome()
        if outcome is None:
            return (0.0,) * self.seats
        return rewards_of(outcome.places)

    def dump(self) -> Json:
        """Return the game so far as a record."""
        moves = [{"seat": seat, **move.dump()} for seat, move in self.moves]
        return {**self.record.dump(), "moves": moves}


@lru_cache
def rewards_of(places: tuple[int, ...]) -> tuple[float, ...]:
    """Return by seat the number of worse minus better seats, as a share of the others."""
    others = len(places) - 1
    return tuple(
        (sum(other > place for other in places) - sum(other < place for other in places)) / others
        for place in places
    )
