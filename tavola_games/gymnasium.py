"""One seat against bots, as a Gymnasium environment: `pip install tavola-games[gymnasium]`.

    from tavola_games.gymnasium import SeatEnv

    env = SeatEnv("SLUG", seat=0, seats=3, opponents="normal")
    observation, info = env.reset(seed=7)
    observation, reward, terminated, truncated, info = env.step(action)

Each game that has numbers also has an id in Gymnasium's registry once this module is imported, with
the version of its rules. Gymnasium imports the module that stands before the colon:

    env = gymnasium.make("tavola_games.gymnasium:tavola/SLUG-v1", seats=3)
    several = gymnasium.make_vec("tavola_games.gymnasium:tavola/SLUG-v1", num_envs=8)

`info["action_mask"]`, like `env.action_masks()`, has a 1 for each legal move.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.envs.registration import register, registry

from games.engine.bots import Bot
from games.engine.contract import Json
from games.engine.refusals import BadRecord
from tavola_games.catalogue import bot, core_of, slugs
from tavola_games.table import Mask, Numbers, Table

Opponents = Bot | str | Sequence[Bot | str]
LOST = -1.0
LONGEST_MEMORY = 1000
RENDER_MODES = (None, "ansi")
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
        memory: The number of views that an observation holds; 1 for only the present one.
        render_mode: `ansi` or None.
        recall: Whether an observation goes on with what the seat was shown earlier.

    With `memory=K` an observation has the shape (K, n): what the seat saw after each of the last K
    moves of any seat, the newest last. Rows before the start of a game are 0.

    Raises:
        BadRecord: The game, a seat, a level or the number of bots does not exist, or the memory is
            not from 1 to 1,000.
        BadOptions: An option is unknown or has an impossible value.
        ValueError: The render mode is unknown.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        slug: str,
        seat: int = 0,
        seats: int | None = None,
        options: Json | None = None,
        opponents: Opponents = "easy",
        memory: int = 1,
        render_mode: str | None = None,
        recall: bool = False,
    ) -> None:
        if render_mode not in RENDER_MODES:
            raise ValueError(f"The render mode is “ansi” or None, not “{render_mode}”.")
        if not 1 <= memory <= LONGEST_MEMORY:
            raise BadRecord("A memory holds 1 to {most} views.", most=LONGEST_MEMORY)
        self.render_mode = render_mode
        self.table = Table(slug, seats, options, remember=True, recall=recall)
        others = self.table.seats - 1
        if not 0 <= seat <= others:
            raise BadRecord("A seat is a number from 0 to {last}.", last=others)
        each = _each(opponents, others)
        self.seat = seat
        self._bots: dict[int, Bot] = {
            (seat + number) % self.table.seats: bot(slug, one) if isinstance(one, str) else one
            for number, one in enumerate(each, start=1)
        }
        highs = np.array(self.table.highs, dtype=np.int16)
        self.action_space = spaces.Discrete(len(self.table.encoder.moves))
        self.memory = memory
        self._seen: deque[Numbers] = deque(maxlen=memory)
        if memory > 1:
            highs = np.tile(highs, (memory, 1))
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
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        if int(action) not in self.table.legal(self.seat):
            info = {**self._info(), "illegal": True}
            return self._observation(), LOST, True, False, info
        self.table.decide(self.seat, int(action))
        self._look()
        self._let_others_play()
        reward = self.table.rewards()[self.seat]
        return self._observation(), reward, not self.table.asked, False, self._info()

    def action_masks(self) -> Mask:
        """Return an array with a 1 for each legal move."""
        return self.table.mask(self.seat)

    def record(self) -> Json:
        """Return the game so far as a record for the referee."""
        return self.table.dump()

    def _begin(self) -> None:
        self.table.begin(self._rng.getrandbits(64))
        self._seen.clear()
        self._look()
        self._let_others_play()

    def _let_others_play(self) -> None:
        while self.table.asked and self.seat not in self.table.asked:
            other = self.table.asked[0]
            question = self.table.question(other)
            self.table.play(other, self._bots[other].choose(question, self._rng))
            self._look()

    def _look(self) -> None:
        """Keep what the seat sees now, if observations have a memory."""
        if self.memory > 1:
            self._seen.append(self.table.observe(self.seat))

    def _observation(self) -> Numbers:
        if self.memory == 1:
            return self.table.observe(self.seat)
        seen = np.zeros(self.observation_space.shape or (), dtype=np.int16)
        seen[self.memory - len(self._seen) :] = self._seen
        return seen

    def render(self) -> str | None:
        """Return the seat's view as JSON in mode `ansi`."""
        if self.render_mode != "ansi":
            return None
        return json.dumps(self.table.position.view(self.seat))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}


def environment_id(slug: str) -> str:
    """Return the id of a game in Gymnasium's registry: `tavola/SLUG-v1`."""
    return f"tavola/{slug}-v{core_of(slug).game.rules}"


def register_games() -> None:
    """Register every game that has numbers for its moves and views."""
    for slug in slugs():
        if core_of(slug).arrays is not None and environment_id(slug) not in registry:
            entry = f"{SeatEnv.__module__}:{SeatEnv.__name__}"
            register(environment_id(slug), entry_point=entry, kwargs={"slug": slug})


register_games()
