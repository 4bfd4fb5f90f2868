"""Kharnage characters of equal skill differ in the plans they make."""

from functools import cache
from random import Random
from statistics import mean
from typing import NamedTuple

from games.engine.bots import Question, questions
from games.titles.kharnage.rules.cards import ATTACKS, FLAGS, Strategy
from games.titles.kharnage.rules.moves import Plan
from games.titles.kharnage.rules.position import Kharnage
from tests.helpers.characters import normal

GAMES = 25


class Habits(NamedTuple):
    """Averages of its plans: how often they attack, and the cards they deploy."""

    attacks: float
    coming: float


@cache
def planning() -> list[tuple[Question, dict[str, Strategy]]]:
    """Where a plan is asked for in some games between plain bots, with what is on the cards."""
    found = []
    for number in range(GAMES):
        rng = Random(f"plans {number}")
        agreed = Kharnage.game.read_options({})
        for position, question, play in questions(Kharnage, 2, agreed, rng):
            if question.view["phase"] == "plan":
                found.append((question, dict(position.cards.strategies)))
            play(normal("kharnage").choose(question, rng))
    return found


def habits_of(character: str) -> Habits:
    """Everybody is asked for a plan in the same positions."""
    bot, laid = normal("kharnage", character), []
    for number, (question, strategies) in enumerate(planning()):
        move = bot.choose(question, Random(number))
        assert isinstance(move, Plan)
        laid.append(strategies[move.strategy])
    return Habits(
        mean(sum(map(plan.count, ATTACKS)) for plan in laid),
        mean(sum(map(plan.count, FLAGS)) for plan in laid),
    )


def test_bold_bots_attack_more_and_careful_bots_deploy_more() -> None:
    bold, steady, careful = (habits_of(one) for one in ("bold", "steady", "careful"))
    assert bold.attacks > steady.attacks >= careful.attacks
    assert bold.attacks > careful.attacks + 0.05
    assert careful.coming > steady.coming
    assert bold.coming < careful.coming - 0.2
