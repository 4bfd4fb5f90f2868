"""Matches that count for achievements: under way when they end, and few a day of one pair."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.achievements.models import Earned
from games.achievements.services.assessments import assess
from games.achievements.services.career import Career, counted_seats
from games.achievements.services.milestones import milestones_of
from games.ladders.services.fair_play import COUNTED_A_DAY, DAY
from games.matches.models import Match, Player
from games.matches.services import commands
from tests.helpers.clocks import Wall
from tests.helpers.matches import committed, person, play_on, started, under_way

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("simple")]


def milestones(user: User) -> set[str]:
    return {one.milestone.slug for one in milestones_of(Career(counted_seats(user.pk)))}


def resigned(winner: User, loser: User, *, early: bool = False, **wish: Any) -> Match:
    """Play a match that the second user resigns."""
    match = started(winner, loser, **wish)
    if not early:
        under_way(match)
    with committed():
        commands.resign(loser, match.pk)
    return match


def counts(user: User) -> list[bool | None]:
    """Return whether each match of a user counts, the oldest first."""
    seats = Player.objects.filter(user=user).order_by("pk")
    return list(seats.values_list("honoured", flat=True))


def test_match_resigned_before_it_was_under_way_earns_nothing(pair: list[User]) -> None:
    match = resigned(*pair, early=True)
    assert counts(pair[0]) == [False]
    assert milestones(pair[0]) == set()
    assert assess(match.pk) == 0
    assert not Earned.objects.exists()


def test_match_resigned_when_under_way_counts(pair: list[User]) -> None:
    resigned(*pair)
    assert counts(pair[0]) == [True]
    assert milestones(pair[0]) == {"first-win", "people"}


def test_match_played_to_its_end_counts(pair: list[User]) -> None:
    match = started(*pair)
    with committed():
        play_on(match)
    assert counts(pair[0]) == [True]


def test_matches_of_pair_are_capped_a_day(
    pair: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch)
    anna, carla = pair[0], person("Carla")
    for _ in range(COUNTED_A_DAY + 1):
        resigned(*pair)
    assert counts(anna) == [True, True, False]
    assert counts(pair[1]) == [True, True, False]
    resigned(anna, carla)
    assert counts(anna)[-1] is True, "another person"
    wall.wait(DAY.total_seconds() + 1)
    resigned(*pair)
    assert counts(anna)[-1] is True, "another day"


def test_private_matches_do_not_keep_public_one_from_counting(pair: list[User]) -> None:
    for _ in range(COUNTED_A_DAY):
        resigned(*pair, public=False)
    resigned(*pair)
    resigned(*pair, public=False)
    assert counts(pair[0]) == [True, True, True, False]
