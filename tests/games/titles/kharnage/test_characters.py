"""Kharnage characters of equal skill differ in the plans they make."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from random import Random
from statistics import mean
from typing import NamedTuple

import pytest

from games.engine.bots import Question, questions
from games.titles.kharnage.rules.cards import ATTACKS, FLAGS, Strategy
from games.titles.kharnage.rules.cardset import built_in
from games.titles.kharnage.rules.moves import Plan
from games.titles.kharnage.rules.position import Kharnage
from tests.helpers.characters import player

GAMES = {"easy": 10, "novice": 10, "casual": 10, "normal": 25, "hard": 5}
"""The games in which bots of a level are asked for plans."""
TRIES = 4
"""The tries of the hard bot; at a table it has several times as many."""


class Habits(NamedTuple):
    """Averages of its plans: how often they attack, and the cards they deploy."""

    attacks: float
    coming: float

    @classmethod
    def of(cls, plans: list[Strategy]) -> Habits:
        return cls(
            mean(sum(map(plan.count, ATTACKS)) for plan in plans),
            mean(sum(map(plan.count, FLAGS)) for plan in plans),
        )


@cache
def questions_for_plans(number: int) -> list[Question]:
    """Return the questions for plans of a game between plain bots, as each was asked."""
    usual, rng, found = player("kharnage", "normal"), Random(f"plans {number}"), []
    for _, question, play in questions(Kharnage, 2, Kharnage.game.read_options({}), rng):
        if question.view["phase"] == "plan":
            # The game goes on changing what the seat knows.
            found.append(deepcopy(question))
        play(usual.choose(question, rng))
    return found


def habits_of(level: str, character: str) -> Habits:
    """Ask for a plan in the same positions as every other level and character."""
    bot, plans = player("kharnage", level, character, TRIES), list[Strategy]()
    strategies = built_in().strategies
    for number in range(GAMES[level]):
        for question in questions_for_plans(number):
            move = bot.choose(question, Random(number))
            assert isinstance(move, Plan)
            plans.append(strategies[move.strategy])
    return Habits.of(plans)


@pytest.mark.parametrize("level", GAMES)
def test_bold_bots_attack_more_and_careful_bots_deploy_more(level: str) -> None:
    bold, steady, careful = (habits_of(level, one) for one in ("bold", "steady", "careful"))
    assert bold.attacks > steady.attacks >= careful.attacks
    assert bold.attacks > careful.attacks + 0.05
    assert careful.coming > steady.coming
    assert bold.coming < careful.coming - 0.2
