"""Every game as a PettingZoo (AEC) environment: `pip install tavola-games[pettingzoo]`.

    from tavola_games.pettingzoo import env

    game = env("SLUG", seats=3, seed=7)
    game.reset()
    for agent in game.agent_iter():
        observation, reward, termination, truncation, info = game.last()
        over = termination or truncation
        game.step(None if over else game.action_space(agent).sample(observation["action_mask"]))

Agents are `seat_0` and so on. Seats that decide at the same time are asked one after the other; an
observation does not show who was asked before.
"""

from __future__ import annotations

import json
from random import Random

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from games.engine.contract import Json
from tavola_games.table import Table

LOST = -1.0
RENDER_MODES = (None, "ansi")


def env(
    slug: str,
    seats: int | None = None,
    options: Json | None = None,
    seed: int | None = None,
    render_mode: str | None = None,
    recall: bool = False,
) -> AECEnv[str, dict[str, object], int]:
    """Return a table of a game; an illegal action ends the game as lost.

    Args:
        slug: The game.
        seats: The number of seats; None for the fewest.
        options: The options as a dict; None for the defaults.
        seed: The seed of games that are reset without one.
        render_mode: `ansi` or None.
        recall: Whether an observation goes on with what the seat was shown earlier.

    Raises:
        BadRecord: The game is unknown, has no encoder, or not this number of seats.
        BadOptions: An option is unknown or has an impossible value.
        ValueError: The render mode is unknown.
    """
    raw = Raw(slug, seats, options, seed, render_mode, recall)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(IllegalLoses(raw, illegal_reward=LOST))
    )


class IllegalLoses(wrappers.TerminateIllegalWrapper):  # type: ignore[misc]  # pettingzoo has no types
    """An illegal action ends the game; what its seat loses is shared among the others."""

    def step(self, action: int | None) -> None:
        agent, ended = self.agent_selection, self._terminated
        super().step(action)
        if self._terminated and not ended:
            raw = self.unwrapped
            others = [one for one in raw.rewards if one != agent]
            raw.rewards.update(dict.fromkeys(others, -LOST / len(others)))
            raw._cumulative_rewards.update({one: raw.rewards[one] for one in others})


class Raw(AECEnv[str, dict[str, object], int]):  # type: ignore[misc]  # pettingzoo has no types
    """The environment without the usual wrappers."""

    metadata: dict[str, object]

    def __init__(
        self,
        slug: str,
        seats: int | None,
        options: Json | None,
        seed: int | None,
        render_mode: str | None,
        recall: bool,
    ) -> None:
        super().__init__()
        if render_mode not in RENDER_MODES:
            raise ValueError(f"The render mode is “ansi” or None, not “{render_mode}”.")
        game = Table(slug, seats, options, recall=recall)
        self.table = game
        self.render_mode = render_mode
        self.metadata = {
            "name": f"tavola_{slug}_v{game.rules.game.rules}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self._seeds = Random(seed)
        self.possible_agents = [f"seat_{seat}" for seat in range(game.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        moves, highs = len(game.encoder.moves), np.array(game.highs, dtype=np.int16)
        self.action_spaces = {agent: spaces.Discrete(moves) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(np.zeros_like(highs), highs, dtype=np.int16),
                    "action_mask": spaces.MultiBinary(moves),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[object]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[object]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        if seed is not None:
            self._seeds = Random(seed)
        self.table.begin(self._seeds.getrandbits(64))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.asked[0]]

    def observe(self, agent: str) -> dict[str, object]:
        seat = self._seat[agent]
        return {"observation": self.table.observe(seat), "action_mask": self.table.mask(seat)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.table.decide(self._seat[agent], int(action))
        self._cumulative_rewards[agent] = 0.0
        if self.table.asked:
            self.agent_selection = self.possible_agents[self.table.asked[0]]
            return
        rewards = self.table.rewards()
        for each in self.agents:
            self.rewards[each] = rewards[self._seat[each]]
            self.terminations[each] = True
        self._accumulate_rewards()
        self._deads_step_first()

    def record(self) -> Json:
        """Return the game so far as a record for the referee."""
        return self.table.dump()

    def render(self) -> str | None:
        """Return the public view as JSON in mode `ansi`."""
        if self.render_mode != "ansi":
            return None
        return json.dumps(self.table.position.view(None))

    def close(self) -> None:
        """Do nothing: no resources are open."""
