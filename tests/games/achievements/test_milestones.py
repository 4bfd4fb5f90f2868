"""What a whole career earns, and wins in a row: counted by the database."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from games.achievements.services.career import (
    Career,
    Streaks,
    count_streaks,
    counted_chairs,
)
from games.achievements.services.milestones import milestones_of
from games.ladders.services.ratings import annul
from games.matches.models import Match, Player
from games.titles.registry import all_games
from tests.helpers.matches import people
from tests.helpers.ratings import finished

pytestmark = pytest.mark.django_db
START = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def three(db: None) -> list[User]:
    return people("Anna", "Berta", "Carla")


def played(seated: Sequence[User | str], places: Sequence[int], day: int, **more: Any) -> Match:
    at = START + timedelta(days=day)
    return finished(seated, places, at=at, **{"rated": False, **more})


def career(user: User) -> Career:
    return Career(counted_chairs(user.pk))


def reached(user: User) -> dict[str, str]:
    """The milestones of somebody, each with the match."""
    return {one.milestone.slug: one.match_id for one in milestones_of(career(user))}


def test_nobody_has_reached_anything_who_never_won(three: list[User]) -> None:
    anna, berta, _carla = three
    assert reached(anna) == {}
    played([anna, berta], [2, 1], 0)
    played([anna, berta], [1, 1], 1)
    assert reached(anna) == {}, "a shared first place is no win"


def test_the_first_win_and_the_first_against_people(three: list[User]) -> None:
    anna, berta, _carla = three
    bots = played([anna, "easy"], [1, 2], 1)
    duel = played([anna, berta], [1, 2], 2)
    played([anna, berta], [1, 2], 3)
    assert reached(anna) == {"first-win": bots.id, "people": duel.id}
    earlier = played([anna, berta], [1, 2], 0)
    assert reached(anna) == {"first-win": earlier.id, "people": earlier.id}


def test_who_left_was_a_person_at_the_table(three: list[User]) -> None:
    left = played([three[0], three[1]], [1, 2], 0, left=[1])
    assert reached(three[0])["people"] == left.id


def test_accounts_of_bots_are_no_people(three: list[User]) -> None:
    match = played([three[0], three[1]], [1, 2], 0)
    Player.objects.filter(match=match, user=three[1]).update(program=True)
    assert reached(three[0]) == {"first-win": match.id}


def test_the_tenth_match(three: list[User]) -> None:
    anna, berta, _carla = three
    matches = [played([anna, berta], [2, 1], day) for day in range(10)]
    assert reached(anna) == {"matches-10": matches[9].id}
    Player.objects.filter(match=matches[0]).delete()
    assert reached(anna) == {}


def test_five_in_a_row_against_people(three: list[User]) -> None:
    anna, berta, _carla = three
    for day in (0, 1):
        played([anna, berta], [1, 2], day)
    played([anna, berta], [2, 1], 2)
    row = [played([anna, berta], [1, 2], 3 + day) for day in range(4)]
    assert "row" not in reached(anna)
    played([anna, "easy"], [2, 1], 7)
    row.append(played([anna, berta], [1, 2], 8))
    assert reached(anna)["row"] == row[-1].id, "bots interrupt nothing"
    assert career(anna).streaks == Streaks(current=5, longest=5)
    played([anna, berta], [1, 1], 9)
    assert career(anna).streaks == Streaks(current=0, longest=5)
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
def test_runs_of_wins(wins: str, streaks: Streaks) -> None:
    assert count_streaks(win == "1" for win in wins) == streaks


def test_a_win_at_every_size_of_table_and_of_every_game(three: list[User]) -> None:
    anna = three[0]
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


def test_a_match_of_one_size_of_table_is_no_milestone(three: list[User]) -> None:
    played([three[0], "easy"], [1, 2], 0, game="babel")
    assert "every-size" not in reached(three[0]), "Babel is for two alone"


def test_an_annulled_match_counts_for_nothing(three: list[User]) -> None:
    anna, berta, _carla = three
    first = played([anna, berta], [1, 2], 0, rated=True)
    second = played([anna, berta], [1, 2], 1, rated=True)
    annul(first.id, "Two accounts of one person.")
    assert reached(anna) == {"first-win": second.id, "people": second.id}
    assert career(anna).streaks == Streaks(1, 1)
    annul(second.id, "Two accounts of one person.")
    assert reached(anna) == {}


def test_groups_tell_shared_places_and_people_apart(three: list[User]) -> None:
    anna, berta, carla = three
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
