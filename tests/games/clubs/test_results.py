"""Results of matches between members, and the club's ladders."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.clubs.models import Club, ClubMatch
from games.clubs.presenters import page_of, recent_matches
from games.clubs.services import members
from games.clubs.services.results import forget_match, ladders_of
from games.matches.models import Match
from games.matches.services import commands
from tests.games.clubs.conftest import at, club_of
from tests.helpers.matches import committed, fresh, signed_in, started

pytestmark = pytest.mark.django_db


def lost_by(user: User, other: User, **wish: object) -> Match:
    match = started(user, other, **wish)  # type: ignore[arg-type]  # wishes of any kind
    with committed():
        commands.resign(user, match.id)
    return fresh(match)


def ladder(club: Club) -> list[tuple[str, int, int, int]]:
    rows = ladders_of(club).get("condottiere", [])
    return [(row.user.username, row.value, row.matches, row.wins) for row in rows]


def test_match_between_members_counts(anna: User, berta: User, club: Club) -> None:
    lost_by(anna, berta)
    assert ladder(club) == [("Berta", 1520, 1, 1), ("Anna", 1480, 1, 0)]


def test_match_counts_in_every_common_club_only(
    anna: User, berta: User, carla: User, club: Club
) -> None:
    both, one = club_of(berta, anna, name="Both"), club_of(anna, carla, name="One")
    match = lost_by(anna, berta)
    lost_by(anna, carla)
    assert set(ClubMatch.objects.values_list("club", "match")) >= {
        (club.pk, match.pk),
        (both.pk, match.pk),
    }
    assert [row[0] for row in ladder(one)] == ["Carla", "Anna"]
    assert len(ladder(club)) == 2


def test_match_with_bot_does_not_count(anna: User, berta: User, club: Club) -> None:
    match = started(anna, berta, bots=("easy",))
    with committed():
        commands.resign(anna, match.id)
        commands.resign(berta, match.id)
    assert ladder(club) == []


def test_annulled_match_is_taken_out_of_ladder(anna: User, berta: User, club: Club) -> None:
    first = lost_by(anna, berta)
    lost_by(berta, anna)
    forget_match(first.pk)
    assert ladder(club) == [("Anna", 1520, 1, 1), ("Berta", 1480, 1, 0)]


def test_former_member_is_left_out(anna: User, berta: User, club: Club) -> None:
    lost_by(anna, berta)
    members.leave(at(club, berta))
    assert [row[0] for row in ladder(club)] == ["Anna"]
    members.join(at(club, berta))
    assert [row[0] for row in ladder(club)] == ["Berta", "Anna"]


def test_private_match_is_listed_for_its_players_only(
    anna: User, berta: User, carla: User, club: Club
) -> None:
    members.join(at(club, carla))
    match = lost_by(anna, berta, public=False)
    assert recent_matches(at(club, anna)) == [match]
    assert recent_matches(at(club, carla)) == []


def test_page_of_large_club_takes_few_queries(
    anna: User, berta: User, club: Club, django_assert_max_num_queries: object
) -> None:
    for _match in range(3):
        lost_by(anna, berta)
    access = at(club, anna)
    with django_assert_max_num_queries(17):  # type: ignore[operator]  # without types
        page_of(access)


def test_page_shows_records_of_new_results_at_once(anna: User, berta: User, club: Club) -> None:
    assert page_of(at(club, anna)).records == []
    for _match in range(2):
        lost_by(anna, berta)
    found = {one.label: (one.user.username, one.words) for one in page_of(at(club, anna)).records}
    assert found["Most matches"] == ("Berta", "2 matches")
    assert found["Longest winning streak"] == ("Berta", "2 wins in a row")
    assert "Quickest win" not in found, "who resigns leaves"
    page = signed_in(anna).get(club.get_absolute_url()).content.decode()
    assert "Club records" in page
