"""One seat against bots, as a Gymnasium environment: `pip install tavola-games[gymnasium]`.

    from tavola_games.gymnasium import SeatEnv

    env = SeatEnv("SLUG", seat=0, seats=3, opponents="normal")
    observation, info = env.reset(seed=7)
    observation, reward, terminated, truncated, info = env.step(action)

`info["action_mask"]`, like `env.action_masks()`, has a 1 for each legal move.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from games.engine.bots import Bot
from games.engine.contract import Json
from games.engine.refusals import BadRecord
from tavola_games.catalogue import bot
from tavola_games.table import Mask, Numbers, Table

Opponents = Bot | str | Sequence[Bot | str]
LOST = -1.0
SEEDS = 2**62


def _each(opponents: Opponents, others: int) -> list[Bot | str]:
    """Return the bot of each other seat, clockwise.

    Raises:
        BadRecord: The number of bots is wrong.
    """
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        return [opponents] * others
    if len(opponents) != others:
        raise BadRecord("{n} others sit at this table: name as many bots.", n=others)
    return list(opponents)


class SeatEnv(gymnasium.Env[Numbers, np.int64]):
    """A seat of a game; bots play the other seats.

    The reward comes at the end: 1 for first place, −1 for last place, values between for the
    others. An illegal action ends the game as lost, with `info["illegal"]`.

    Args:
        slug: The game.
        seat: The seat to play, from 0.
        seats: The number of seats; None for the fewest.
        options: The options as a dict; None for the defaults.
        opponents: A bot or its level, or a list of these for the other seats, clockwise.

    Raises:
        BadRecord: The game, a seat, a level or the number of bots does not exist.
        BadOptions: An option is unknown or has an impossible value.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        slug: str,
        seat: int = 0,
        seats: int | None = None,
        options: Json | None = None,
        opponents: Opponents = "easy",
    ) -> None:
        self.table = Table(slug, seats, options, remember=True)
        others = self.table.seats - 1
        if not 0 <= seat <= others:
            raise BadRecord("A seat is a number from 0 to {last}.", last=others)
        each = _each(opponents, others)
        self.seat = seat
        self._bots: dict[int, Bot] = {
            (seat + number) % self.table.seats: bot(slug, one) if isinstance(one, str) else one
            for number, one in enumerate(each, start=1)
        }
        encoder = self.table.encoder
        highs = np.array(encoder.highs, dtype=np.int16)
        self.action_space = spaces.Discrete(len(encoder.moves))
        self.observation_space = spaces.Box(np.zeros_like(highs), highs, dtype=np.int16)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        super().reset(seed=seed)
        self._rng = Random(int(self.np_random.integers(SEEDS)))
        self._begin()
        while not self.table.asked:
            # The game ended before this seat could decide, so there is nothing to learn from it.
            self._begin()
        return self.table.observe(self.seat), self._info()

    def step(self, action: np.int64) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        if int(action) not in self.table.legal(self.seat):
            info = {**self._info(), "illegal": True}
            return self.table.observe(self.seat), LOST, True, False, info
        self.table.decide(self.seat, int(action))
        self._let_others_play()
        reward = self.table.rewards()[self.seat]
        return self.table.observe(self.seat), reward, not self.table.asked, False, self._info()

    def action_masks(self) -> Mask:
        """Return an array with a 1 for each legal move."""
        return self.table.mask(self.seat)

    def record(self) -> Json:
        """Return the game so far as a record for the referee."""
        return self.table.dump()

    def _begin(self) -> None:
        self.table.begin(self._rng.getrandbits(64))
        self._let_others_play()

    def _let_others_play(self) -> None:
        while self.table.asked and self.seat not in self.table.asked:
            other = self.table.asked[0]
            question = self.table.question(other)
            self.table.play(other, self._bots[other].choose(question, self._rng))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}
