"""Milestones and winning streaks of a whole career, computed by the database."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from games.achievements.services.career import Career, Streaks, count_streaks, counted_seats
from games.achievements.services.milestones import milestones_of
from games.ladders.services.ratings import annul
from games.matches.models import Match, Player
from games.titles.registry import all_games
from tests.helpers.ratings import finished

pytestmark = pytest.mark.django_db
START = datetime(2026, 3, 1, 12, tzinfo=UTC)


def played(seated: Sequence[User | str], places: Sequence[int], day: int, **more: Any) -> Match:
    at = START + timedelta(days=day)
    return finished(seated, places, at=at, **{"rated": False, **more})


def career(user: User) -> Career:
    return Career(counted_seats(user.pk))


def reached(user: User) -> dict[str, str]:
    """Return the milestones of a user, each with its match."""
    return {one.milestone.slug: one.match_id for one in milestones_of(career(user))}


def test_player_without_win_has_no_milestone(users: list[User]) -> None:
    anna, berta, _carla = users
    assert reached(anna) == {}
    played([anna, berta], [2, 1], 0)
    played([anna, berta], [1, 1], 1)
    assert reached(anna) == {}, "a shared first place is no win"


def test_first_wins_are_milestones(users: list[User]) -> None:
    anna, berta, _carla = users
    bots = played([anna, "easy"], [1, 2], 1)
    duel = played([anna, berta], [1, 2], 2)
    played([anna, berta], [1, 2], 3)
    assert reached(anna) == {"first-win": bots.id, "people": duel.id}
    earlier = played([anna, berta], [1, 2], 0)
    assert reached(anna) == {"first-win": earlier.id, "people": earlier.id}


def test_leaver_counts_as_person_at_table(users: list[User]) -> None:
    left = played([users[0], users[1]], [1, 2], 0, left=[1])
    assert reached(users[0])["people"] == left.id


def test_bot_accounts_do_not_count_as_people(users: list[User]) -> None:
    match = played([users[0], users[1]], [1, 2], 0)
    Player.objects.filter(match=match, user=users[1]).update(program=True)
    assert reached(users[0]) == {"first-win": match.id}


def test_tenth_match_is_milestone(users: list[User]) -> None:
    anna, berta, _carla = users
    matches = [played([anna, berta], [2, 1], day) for day in range(10)]
    assert reached(anna) == {"matches-10": matches[9].id}
    Player.objects.filter(match=matches[0]).delete()
    assert reached(anna) == {}


def test_streak_of_five_against_people_is_milestone(users: list[User]) -> None:
    anna, berta, carla = users
    for day in (0, 1):
        played([anna, berta], [1, 2], day)
    played([anna, berta], [2, 1], 2)
    row = [played([anna, berta], [1, 2], 3 + day) for day in range(4)]
    assert "row" not in reached(anna)
    played([anna, "easy"], [2, 1], 7)
    row.append(played([anna, berta], [1, 2], 8))
    assert "row" not in reached(anna), "all of them against the same person"
    row.append(played([anna, carla], [1, 2], 9))
    assert reached(anna)["row"] == row[-1].id, "bots interrupt nothing"
    assert career(anna).streaks == Streaks(current=6, longest=6)
    played([anna, berta], [1, 1], 10)
    assert career(anna).streaks == Streaks(current=0, longest=6)
    assert career(berta).streaks == Streaks(current=0, longest=1)


@pytest.mark.parametrize(
    ("wins", "streaks"),
    [
        ("", Streaks()),
        ("000", Streaks()),
        ("1", Streaks(1, 1)),
        ("110111011", Streaks(2, 3)),
        ("11110", Streaks(0, 4)),
    ],
)
def test_streaks_are_computed(wins: str, streaks: Streaks) -> None:
    assert count_streaks(win == "1" for win in wins) == streaks


def test_wins_at_every_size_and_game_are_milestones(users: list[User]) -> None:
    anna = users[0]
    [kharnage] = [game for game in all_games() if list(game.seats) == [2, 3, 4]]
    for day, seats in enumerate(kharnage.seats):
        last = played(
            [anna, *["easy"] * (seats - 1)], [1, *[2] * (seats - 1)], day, game=kharnage.slug
        )
    assert reached(anna)["every-size"] == last.id
    for day, game in enumerate(all_games(), start=10):
        if game != kharnage:
            assert "every-game" not in reached(anna)
            last = played([anna, "easy"], [1, 2], day, game=game.slug)
    assert reached(anna)["every-game"] == last.id


def test_win_in_game_of_one_size_is_no_milestone(users: list[User]) -> None:
    played([users[0], "easy"], [1, 2], 0, game="babel")
    assert "every-size" not in reached(users[0]), "Babel has tables of two only"


def test_annulled_match_does_not_count(users: list[User]) -> None:
    anna, berta, _carla = users
    first = played([anna, berta], [1, 2], 0, rated=True)
    second = played([anna, berta], [1, 2], 1, rated=True)
    annul(first.id, "Two accounts of one person.")
    assert reached(anna) == {"first-win": second.id, "people": second.id}
    assert career(anna).streaks == Streaks(1, 1)
    annul(second.id, "Two accounts of one person.")
    assert reached(anna) == {}


def test_results_distinguish_shared_places_and_people(users: list[User]) -> None:
    anna, berta, carla = users
    played([anna, berta, carla], [1, 1, 3], 0)
    played([anna, berta, carla], [1, 2, 3], 1)
    played([anna, "easy"], [1, 2], 2)
    groups = career(anna).groups
    found = {(g.seats, g.place, g.shared, g.people, g.count, g.won) for g in groups}
    assert found == {
        (3, 1, True, True, 1, False),
        (3, 1, False, True, 1, True),
        (2, 1, False, False, 1, True),
    }
