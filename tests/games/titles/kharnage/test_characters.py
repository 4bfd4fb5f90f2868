"""Kharnage characters of equal skill differ in the plans they make."""

from __future__ import annotations

from random import Random
from statistics import mean
from typing import NamedTuple

import pytest

from games.engine.bots import questions
from games.titles.kharnage.rules.cards import ATTACKS, FLAGS, Strategy
from games.titles.kharnage.rules.moves import Plan
from games.titles.kharnage.rules.position import Kharnage
from tests.helpers.characters import player

GAMES = {"easy": 10, "novice": 10, "casual": 10, "normal": 25, "hard": 5}
"""The games in which bots of a level are asked for plans."""
TRIES = 8
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


def habits_of(level: str, *characters: str) -> list[Habits]:
    """Ask everybody for a plan in the same positions of games between plain bots."""
    usual = player("kharnage", "normal")
    bots = [player("kharnage", level, character, TRIES) for character in characters]
    laid: list[list[Strategy]] = [[] for _ in bots]
    for number in range(GAMES[level]):
        rng = Random(f"plans {number}")
        agreed = Kharnage.game.read_options({})
        for position, question, play in questions(Kharnage, 2, agreed, rng):
            if question.view["phase"] == "plan":
                for bot, plans in zip(bots, laid, strict=True):
                    move = bot.choose(question, Random(number))
                    assert isinstance(move, Plan)
                    plans.append(position.cards.strategies[move.strategy])
            play(usual.choose(question, rng))
    return [Habits.of(plans) for plans in laid]


@pytest.mark.parametrize("level", GAMES)
def test_bold_bots_attack_more_and_careful_bots_deploy_more(level: str) -> None:
    bold, steady, careful = habits_of(level, "bold", "steady", "careful")
    assert bold.attacks > steady.attacks >= careful.attacks
    assert bold.attacks > careful.attacks + 0.05
    assert careful.coming > steady.coming
    assert bold.coming < careful.coming - 0.2
