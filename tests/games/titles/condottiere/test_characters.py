"""Condottiere characters of equal skill differ in the cards they play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from statistics import mean
from typing import NamedTuple

import pytest

from games.engine.bots import Question
from games.engine.contract import Move, Position
from games.titles.condottiere.bots.beginner import is_near_taken
from games.titles.condottiere.bots.table import PRICES
from games.titles.condottiere.rules.moves import PASS, Play
from games.titles.condottiere.rules.position import Condottiere
from tests.helpers.characters import choices


class Habits(NamedTuple):
    """Averages of a bot's decisions in battles, from 0 to 1 except for the price."""

    first_card: float
    """The price of the first card that it plays in a battle."""
    far: float
    """The share of passes where the city borders on none that is taken."""
    near: float
    """The same where it borders on one."""


@cache
def habits_of(level: str, character: str, games: int) -> Habits:
    first: list[float] = []
    passes: dict[bool, list[bool]] = {True: [], False: []}
    for position, question, move in battles(level, character, 2, games):
        if isinstance(move, Play) and not position.armies[question.seat]:
            first.append(PRICES[move.card])
        passes[is_near_taken(question.view)].append(move == PASS)
    return Habits(mean(first), mean(passes[False]), mean(passes[True]))


@cache
def early_passes(level: str, character: str, games: int) -> float:
    """Return the share of passes before a city is taken, where a game need not go on."""
    found = battles(level, character, 3, games, lambda position: bool(position.cities))
    return mean(move == PASS for _position, _question, move in found)


def battles(
    level: str,
    character: str,
    seats: int,
    games: int,
    until: Callable[[Condottiere], bool] = lambda position: False,
) -> Iterator[tuple[Condottiere, Question, Move]]:
    def is_enough(position: Position) -> bool:
        assert isinstance(position, Condottiere)
        return until(position)

    for position, question, move in choices(
        "condottiere", level, character, games, seats, is_enough
    ):
        assert isinstance(position, Condottiere)
        if position.phase == "battle":
            yield position, question, move


@pytest.mark.parametrize(
    ("level", "games", "more"),
    [("easy", 60, 0.2), ("novice", 12, 1), ("casual", 12, 0.5), ("normal", 6, 1), ("hard", 2, 1)],
)
def test_bold_bots_show_strength_earlier_than_steady_bots(
    level: str, games: int, more: float
) -> None:
    bold, steady = (habits_of(level, one, games) for one in ("bold", "steady"))
    assert bold.first_card > steady.first_card + more


@pytest.mark.parametrize(
    ("level", "games", "other"),
    [
        ("easy", 60, "bold"),
        ("easy", 60, "steady"),
        ("casual", 60, "steady"),
        ("normal", 12, "bold"),
        ("normal", 12, "steady"),
        ("hard", 5, "steady"),
    ],
)
def test_careful_bots_leave_first_city_more_often_than_others(
    level: str, games: int, other: str
) -> None:
    careful, usual = (early_passes(level, one, games) for one in ("careful", other))
    assert careful > usual + 0.05


@pytest.mark.parametrize("level", ["easy", "novice"])
def test_careful_bots_that_do_not_calculate_spend_next_to_taken_cities(level: str) -> None:
    careful, steady = (habits_of(level, one, 60) for one in ("careful", "steady"))
    assert careful.far > steady.far
    assert careful.near < steady.near
