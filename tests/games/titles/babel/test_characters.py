"""Babel characters of equal skill differ in how they end their turns."""

from __future__ import annotations

from functools import cache
from random import Random
from statistics import mean
from typing import NamedTuple

import pytest

from games.engine.bots import Bot, question, questions
from games.engine.chance import SEED_BYTES, Chance
from games.titles.babel.bots.beam import best_ends
from games.titles.babel.bots.hard import MOST, WIDTH, Hard, halve
from games.titles.babel.bots.turn import Turn, turn_of
from games.titles.babel.rules.moves import END, Power
from games.titles.babel.rules.position import Babel
from tests.helpers.characters import player

TURNS = {"easy": 90, "novice": 90, "casual": 90, "normal": 45, "hard": 14}
"""The turns that a level is asked to play."""
AGAIN = {"easy": 8}
"""How often it plays each of them, if not once: the easy bot plays by luck."""
CHANCE = Chance(bytes(SEED_BYTES), 0)


class Habits(NamedTuple):
    """Averages at the end of its turns: cards in hand, and the possible effects of both runs."""

    hand: float
    mine: float
    theirs: float
    powers: float
    """Powers used in the turn."""


@cache
def beginnings() -> list[Babel]:
    """Return the positions at which turns begin, in games between plain bots."""
    found, count = list[Babel](), max(TURNS.values())
    for number in range(count):
        rng, begins = Random(f"turns {number}"), True
        for position, asked, play in questions(Babel, 2, Babel.game.read_options({}), rng):
            if begins and position.phase != "halve":
                found.append(position.clone())
                if len(found) == count:
                    return found
            move = player("babel", "normal").choose(asked, rng)
            begins = move == END
            play(move)
    return found


def end_of_turn(bot: Bot, position: Babel, rng: Random) -> tuple[Turn, int] | None:
    """Play a turn to its end, and count the powers used in it; None if the game ends before."""
    position, powers = position.clone(), 0
    (seat, *_) = position.to_move()
    if isinstance(bot, Hard):
        # Its search is slow: it is asked once for the whole turn.
        begun = turn_of(position.view(seat), seat)
        (end,) = best_ends(begun, 1, WIDTH, MOST, bot.style)
        return end.turn, sum(isinstance(move, Power) for move in end.moves)
    while position.ended is None:
        asked = question(position, seat)
        move = asked.moves[0] if len(asked.moves) == 1 else bot.choose(asked, rng)
        if move == END:
            return turn_of(asked.view, seat), powers
        powers += isinstance(move, Power)
        position.apply(seat, move, CHANCE)
        halve(position, CHANCE)
    return None


@cache
def habits_of(level: str, character: str) -> Habits:
    """Everybody is asked to play the same turns."""
    bot = player("babel", level, character)
    played = [
        end_of_turn(bot, position, Random(f"{number} {again}"))
        for again in range(AGAIN.get(level, 1))
        for number, position in enumerate(beginnings()[: TURNS[level]])
    ]
    ended = [end[0] for end in played if end is not None]
    assert len(ended) > len(played) / 2
    sites = [turn.prospects for turn in ended]
    return Habits(
        mean(len(turn.hand) for turn in ended),
        mean(sum(site.mine for site in of_turn) for of_turn in sites),
        mean(sum(site.theirs for site in of_turn) for of_turn in sites),
        mean(end[1] for end in played if end is not None),
    )


@pytest.mark.parametrize("level", TURNS)
def test_thrifty_bots_end_turns_with_more_cards(level: str) -> None:
    assert habits_of(level, "thrifty").hand > habits_of(level, "steady").hand + 0.05


@pytest.mark.parametrize("level", TURNS)
def test_bold_bots_keep_more_runs_of_their_own(level: str) -> None:
    bold, steady = habits_of(level, "bold"), habits_of(level, "steady")
    if level == "easy":
        # It has no plan for its runs: it settles more cards.
        assert bold.hand < steady.hand - 0.2
    else:
        assert bold.mine > steady.mine


@pytest.mark.parametrize("level", TURNS)
def test_careful_bots_leave_the_other_less(level: str) -> None:
    careful, steady = habits_of(level, "careful"), habits_of(level, "steady")
    if level == "easy":
        # It plans nothing: it uses its powers more readily.
        assert careful.powers > steady.powers
    else:
        assert careful.theirs < steady.theirs
