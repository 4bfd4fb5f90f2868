"""Every game at every number of seats passes PettingZoo's own tests."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pettingzoo.test import api_test, seed_test

from tavola_games import RULES, encoder, game, read_record, replay, slugs
from tavola_games.pettingzoo import env

CYCLES = 200
of_every_size = pytest.mark.parametrize(
    ("slug", "seats"), [(slug, seats) for slug in slugs() for seats in game(slug).seats]
)
# PettingZoo lists its own games whose observations are dicts with a mask, and warns of all others.
with_a_mask = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
)


@of_every_size
@with_a_mask
def test_tests_of_pettingzoo_pass(slug: str, seats: int) -> None:
    api_test(env(slug, seats=seats), num_cycles=CYCLES)
    seed_test(lambda: env(slug, seats=seats, seed=3), num_cycles=CYCLES // seats)


def played(slug: str, action_seed: int = 1, **table: Any) -> Any:
    """Play a whole game of sampled legal actions."""
    game = env(slug, **table)
    game.reset()
    for number, agent in enumerate(game.agents):
        game.action_space(agent).seed(action_seed + number)
    for agent in game.agent_iter():
        observation, _, termination, truncation, _ = game.last()
        over = termination or truncation
        game.step(None if over else game.action_space(agent).sample(observation["action_mask"]))
    return game.unwrapped


@pytest.mark.parametrize("slug", slugs())
def test_record_of_whole_game_replays_and_seed_repeats_it(slug: str) -> None:
    record = played(slug, seats=2, seed=8).record()
    reached = replay(read_record(record, RULES))
    assert reached.refusal is None
    assert reached.position.outcome() is not None
    assert played(slug, seats=2, seed=8).record() == record
    assert played(slug, seats=2, seed=9).record()["seed"] != record["seed"]


def test_rewards_at_end_follow_places() -> None:
    table = env("kabale", seats=4, seed=2)
    table.reset()
    rewards: dict[str, float] = {}
    for agent in table.agent_iter():
        observation, reward, termination, _, _ = table.last()
        rewards[agent] = rewards.get(agent, 0) + reward
        mask = observation["action_mask"]
        table.step(None if termination else int(mask.argmax()))
    raw = table.unwrapped.table
    assert tuple(rewards[agent] for agent in table.possible_agents) == raw.rewards()
    assert any(rewards.values())


def test_illegal_action_loses_what_the_others_win() -> None:
    table = env("kabale", seats=3, seed=1)
    table.reset()
    mask = table.observe(table.agent_selection)["action_mask"]
    agent = table.agent_selection
    table.step(int(mask.argmin()))
    assert all(table.terminations.values())
    assert table.rewards[agent] == -1
    received = {}
    for one in table.agent_iter():
        received[one] = table.last()[1]
        table.step(None)
    assert received == {**dict.fromkeys(table.possible_agents, 0.5), agent: -1}


def test_card_that_was_taken_back_openly_is_recalled() -> None:
    """No view shows what is in the hand of another seat."""
    recalling, plain = (env("condottiere", seats=2, seed=5, recall=yes) for yes in (True, False))
    known = encoder("condottiere", seats=2)
    held = sum(len(one.highs) for one in known.entries)
    recalling.reset()
    plain.reset()
    while True:
        agent = recalling.agent_selection
        mask = recalling.observe(agent)["action_mask"]
        takes = [one for one in mask.nonzero()[0] if hasattr(known.moves[one], "take")]
        took = next((one for one in takes if known.moves[one].dump().get("take")), None)
        action = int(mask.nonzero()[0][0] if took is None else took)
        for table in (recalling, plain):
            table.step(action)
        if took is not None:
            break
    other = next(one for one in recalling.possible_agents if one != agent)
    seen = recalling.observe(other)["observation"]
    assert (seen[:held] == plain.observe(other)["observation"]).all()
    kinds = len(known.remembered[0].highs) // 2
    seat = recalling.possible_agents.index(agent)
    recalled = seen[held:][seat * kinds : (seat + 1) * kinds]
    assert recalled.sum() == 1


@with_a_mask
@pytest.mark.parametrize("slug", slugs())
def test_tests_of_pettingzoo_pass_with_recall(slug: str) -> None:
    api_test(env(slug, recall=True), num_cycles=CYCLES)


def test_unknown_render_mode_is_refused() -> None:
    with pytest.raises(ValueError, match="not “human”"):
        env("babel", render_mode="human")


def test_agreed_options_are_played() -> None:
    table = env("condottiere", seats=3, options={"points": 20}, seed=1, render_mode="ansi")
    table.reset()
    assert table.unwrapped.record()["options"]["points"] == 20
    assert json.loads(table.render())["series"] == [0, 0, 0]
    assert table.metadata["name"] == "tavola_condottiere_v1"
