"""Check that the review finds more mistakes of a weaker player."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from games.engine.arena import Setup
from games.engine.contract import Move
from games.engine.mistakes import (
    Compared,
    Difference,
    Mistakes,
    Reviewing,
    difference,
    mistakes_of,
)
from games.engine.review import Reviewer, Verdict
from games.titles.registry import all_games, bot_for, newest, reviewer_of
from tests.helpers.effort import EFFORT
from tests.helpers.reviewed import hasty

SLUGS = [game.slug for game in all_games()]
GAMES = 6
NOTHING = Move()


def between(slug: str, levels: list[str], seed: int, reviewer: Reviewer) -> Reviewing:
    rules = newest(slug)
    bots = tuple(bot_for(slug, level) for level in levels)
    return Reviewing(Setup(rules, rules.game.read_options({}), bots, seed), reviewer)


def apart(reviewing: Reviewing, games: int) -> tuple[Mistakes, Mistakes, Difference]:
    """Compare the mistakes of two bots, with the probability that the difference is chance."""
    played = [reviewing.setup.play(number) for number in range(games)]
    one, other = mistakes_of(2, (each for game in played for each in reviewing.review(game)))
    return one, other, difference(one, other)


@pytest.mark.skipif(EFFORT != "thorough", reason="takes many minutes")
@pytest.mark.parametrize("slug", SLUGS)
def test_review_finds_more_and_larger_mistakes_of_easy_bot(slug: str) -> None:
    easy, hard, chance = apart(between(slug, ["easy", "hard"], 1, reviewer_of(slug)), games=GAMES)
    assert easy.count / len(easy.costs) > hard.count / len(hard.costs)
    assert easy.given_away > 2 * hard.given_away
    assert chance.more < 0.05
    assert chance.larger < 0.05


def test_reviewing_game_is_deterministic_after_pickling() -> None:
    reviewing = between("kharnage", ["easy", "easy"], 3, hasty("kharnage"))
    game = reviewing.setup.play(0)
    found = reviewing.review(game)
    assert found == pickle.loads(pickle.dumps(reviewing)).review(game)
    choices = [one.move for one in found]
    assert choices == sorted(set(choices))
    assert {one.bot for one in found} == {0, 1}


def _mistakes(games: list[list[float]]) -> Mistakes:
    found = mistakes_of(
        1,
        (
            Compared(number, move, 0, NOTHING, Verdict(cost=cost))
            for number, costs in enumerate(games)
            for move, cost in enumerate(costs)
        ),
    )
    return found[0]


def test_mistakes_average_over_decisions_and_games() -> None:
    one = _mistakes([[0, 0.2, 0, 0], [0.4, 0]])
    assert (one.count, len(one.costs)) == (2, 6)
    assert one.given_away == pytest.approx(0.1)
    assert (Mistakes().count, Mistakes().given_away) == (0, 0)


def test_constant_mistakes_are_significant() -> None:
    rng = Random(1)
    poor = _mistakes([[0.1 + 0.1 * rng.random(), 0, 0] for _game in range(6)])
    good = _mistakes([[0, 0, 0] for _game in range(6)])
    chance = difference(poor, good)
    assert chance.more < 0.02
    assert chance.larger == pytest.approx(1 / 64), "all six differences are on one side"
    assert difference(good, poor).larger == 1
    assert difference(poor, poor).larger == 1
    assert difference(poor, poor).more > 0.5


def test_single_game_cannot_show_significant_difference() -> None:
    assert difference(_mistakes([[1, 1]]), _mistakes([[0, 0]])).larger == 0.5
