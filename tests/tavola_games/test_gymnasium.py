"""One seat against bots: Gymnasium's own checks, and whole games."""

from __future__ import annotations

import json
from random import Random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from games.engine.bots import Question
from games.engine.contract import Move
from games.engine.refusals import BadRecord
from tavola_games import RULES, Bot, game, read_record, replay, slugs
from tavola_games.gymnasium import SeatEnv, environment_id


@pytest.mark.parametrize("slug", slugs())
def test_checks_of_gymnasium_pass(slug: str) -> None:
    check_env(SeatEnv(slug, seats=game(slug).seats[-1]), skip_render_check=True)


def played(env: SeatEnv, seed: int) -> float:
    """Play a whole game of random legal actions, and return the final reward."""
    rng = Random(seed)
    _, info = env.reset(seed=seed)
    while True:
        legal = info["action_mask"].nonzero()[0]
        _, reward, terminated, truncated, info = env.step(rng.choice(legal))
        assert not truncated
        if terminated:
            return reward
        assert reward == 0


@pytest.mark.parametrize("slug", slugs())
def test_whole_game_is_played_from_last_seat_and_repeated_by_seed(slug: str) -> None:
    last = game(slug).seats[-1] - 1
    env = SeatEnv(slug, seat=last, seats=last + 1)
    reward = played(env, 4)
    record = env.record()
    reached = replay(read_record(record, RULES))
    outcome = reached.position.outcome()
    assert reached.refusal is None
    assert outcome is not None
    assert reward == env.table.rewards()[last]
    played(env, 4)
    assert env.record() == record


def test_opponents_sit_clockwise_from_seat() -> None:
    asked: list[tuple[str, int]] = []

    class Noting:
        level, slow = "noting", False

        def __init__(self, name: str) -> None:
            self.name = name

        def choose(self, question: Question, rng: Random) -> Move:
            asked.append((self.name, question.seat))
            return question.moves[0]

    others: list[Bot | str] = [Noting("left"), Noting("right")]
    played(SeatEnv("condottiere", seat=1, seats=3, opponents=others), 2)
    assert set(asked) == {("left", 2), ("right", 0)}


def test_illegal_action_loses() -> None:
    env = SeatEnv("babel", opponents="normal")
    _, info = env.reset(seed=1)
    assert (info["action_mask"] == env.action_masks()).all()
    _, reward, terminated, _, info = env.step(info["action_mask"].argmin())
    assert (reward, terminated, info["illegal"]) == (-1, True, True)


def test_registered_game_is_made_with_arguments_of_seat() -> None:
    made = gymnasium.make(
        f"tavola_games.gymnasium:{environment_id('kabale')}", seats=3, seat=2, render_mode="ansi"
    )
    made.reset(seed=1)
    seat = made.unwrapped
    assert isinstance(seat, SeatEnv)
    assert (seat.seat, seat.table.seats) == (2, 3)
    assert json.loads(str(made.render()))["hands"]
    with pytest.raises(ValueError, match="not “human”"):
        SeatEnv("kabale", render_mode="human")


def test_vector_of_environments_plays_the_same_games_as_single_ones() -> None:
    several = gymnasium.make_vec(environment_id("condottiere"), num_envs=2, seats=2)
    alone = [SeatEnv("condottiere", seats=2) for _ in range(2)]
    seen, infos = several.reset(seed=5)
    masks = infos["action_mask"]
    expected = [one.reset(seed=seed)[0] for one, seed in zip(alone, (5, 6), strict=True)]
    for _ in range(5):
        assert (seen == np.array(expected)).all()
        actions = masks.argmax(axis=1)
        seen, _, ended, _, infos = several.step(actions)
        assert not ended.any()
        masks = infos["action_mask"]
        expected = [one.step(action)[0] for one, action in zip(alone, actions, strict=True)]


def test_recall_and_memory_are_kept_together() -> None:
    env = SeatEnv("kabale", seats=3, memory=4, recall=True)
    check_env(env, skip_render_check=True)
    seen, info = env.reset(seed=2)
    numbers = len(env.table.encoder.highs)
    assert seen.shape == (4, numbers + len(env.table.encoder.remembered_highs))
    for _ in range(6):
        seen, _, _, _, info = env.step(info["action_mask"].argmax())
    known = env.table.question(0).information_state if 0 in env.table.asked else None
    assert known is not None
    assert seen[-1, numbers:].tolist() == env.table.encoder.recall(known)


def test_memory_holds_what_the_seat_saw_after_each_move() -> None:
    env, plain = SeatEnv("babel", memory=40), SeatEnv("babel")
    check_env(env, skip_render_check=True)
    first, _ = env.reset(seed=3)
    now, info = plain.reset(seed=3)
    assert first.shape == (40, *now.shape)
    assert (first[:-1] == 0).all()
    assert (first[-1] == now).all()
    for _ in range(12):
        action = info["action_mask"].argmax()
        before, after = first, env.step(action)[0]
        now, _, _, _, info = plain.step(action)
        assert (after[-1] == now).all()
        assert any((after[:-n] == before[n:]).all() for n in range(1, 40))
        first = after
    with pytest.raises(BadRecord, match="1 to 1000 views"):
        SeatEnv("babel", memory=0)


def test_invalid_seat_or_opponent_is_refused() -> None:
    with pytest.raises(BadRecord, match="from 0 to 1"):
        SeatEnv("babel", seat=2)
    with pytest.raises(BadRecord, match="2 others sit at this table"):
        SeatEnv("kabale", seats=3, opponents=["easy"])
    with pytest.raises(BadRecord, match="No bot plays"):
        SeatEnv("kabale", opponents="grand")
