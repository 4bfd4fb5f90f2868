"""Babel characters of equal skill differ in how they end their turns."""

from functools import cache
from random import Random
from statistics import mean
from typing import NamedTuple

from games.engine.bots import questions
from games.titles.babel.bots.beam import best_ends
from games.titles.babel.bots.normal import MOST, WIDTH, Normal
from games.titles.babel.bots.turn import Turn, turn_of
from games.titles.babel.bots.worth import prospects
from games.titles.babel.rules.moves import END
from games.titles.babel.rules.position import Babel
from tests.helpers.characters import normal

GAMES = 4


class Habits(NamedTuple):
    """Averages at the end of its turns: cards in hand, and the possible effects of both runs."""

    hand: float
    mine: float
    theirs: float


@cache
def turns() -> list[Turn]:
    """Those of some games between plain bots, as they begin."""
    found = []
    for number in range(GAMES):
        rng, begins = Random(f"turns {number}"), True
        for _position, question, play in questions(Babel, 2, Babel.game.read_options({}), rng):
            if begins and question.view["phase"] != "halve":
                found.append(turn_of(question.view, question.seat))
            move = normal("babel").choose(question, rng)
            begins = move == END
            play(move)
    return found


def habits_of(character: str) -> Habits:
    """Everybody is asked how they would end the same turns."""
    bot = normal("babel", character)
    assert isinstance(bot, Normal)
    ends = [best_ends(turn, 1, WIDTH, MOST, bot.style)[0].turn for turn in turns()]
    sites = [[prospects(site) for site in end.sites] for end in ends]
    return Habits(
        mean(len(end.hand) for end in ends),
        mean(sum(site.mine for site in of_end) for of_end in sites),
        mean(sum(site.theirs for site in of_end) for of_end in sites),
    )


def test_thrifty_bots_end_turns_with_more_cards() -> None:
    assert habits_of("thrifty").hand > habits_of("steady").hand + 0.2


def test_bold_bots_keep_more_runs_than_careful_bots() -> None:
    bold, careful = habits_of("bold"), habits_of("careful")
    assert bold.mine > careful.mine + 0.1
    assert bold.theirs > careful.theirs
