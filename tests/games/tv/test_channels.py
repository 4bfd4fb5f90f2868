"""Which match a channel shows: the best public live one, for some time, else an exhibition."""

from __future__ import annotations

import pytest
from django.core.cache import caches

from accounts.models import Privacy, User
from accounts.models.user import Audience
from games.ladders.models import Ladder, Rating
from games.matches.models import Match
from games.matches.services import commands
from games.rating import START
from games.tv.channels import (
    ALL,
    STAYS_SECONDS,
    Candidate,
    Showing,
    choose,
    read_channel,
    read_running,
    showing,
)
from games.tv.refusals import NoSuchChannel
from tests.helpers.matches import people, person, started

NOW = 10_000.0


def candidate(name: str, rating: float = 1500, people: int = 2, started: float = 0) -> Candidate:
    return Candidate(name, "condottiere", people, rating, started)


def rated(user: User, value: int, game: str = "condottiere") -> None:
    ladder, _new = Ladder.objects.get_or_create(game=game, size="2", bots=False)
    Rating.objects.create(ladder=ladder, user=user, value=value, matches=1)


def live(*users: User, **wish: object) -> Match:
    return started(*users, clock="live-5", **wish)  # type: ignore[arg-type]  # wishes of any kind


class TestChoice:
    def test_people_come_first_then_ratings_then_newer_matches(self) -> None:
        alone = candidate("alone", 2000, people=1)
        weak, strong = candidate("weak", 1500, started=9), candidate("strong", 1700)
        newer = candidate("newer", 1700, started=5)
        nothing = Showing()
        assert choose([], nothing, NOW) == ""
        assert choose([alone], nothing, NOW) == "alone"
        assert choose([alone, weak], nothing, NOW) == "weak"
        assert choose([alone, weak, strong], nothing, NOW) == "strong"
        assert choose([alone, weak, strong, newer], nothing, NOW) == "newer"

    def test_shown_match_stays_for_some_time(self) -> None:
        both = [candidate("weak", 1500), candidate("strong", 1700)]
        early = Showing("weak", NOW - STAYS_SECONDS + 1)
        assert choose(both, early, NOW) == "weak"
        assert choose(both, Showing("weak", NOW - STAYS_SECONDS), NOW) == "strong"

    def test_shown_match_stays_next_to_an_equal_one(self) -> None:
        both = [candidate("first", 1500, started=1), candidate("second", 1500, started=2)]
        assert choose(both, Showing("first", NOW - 9 * STAYS_SECONDS), NOW) == "first"

    def test_match_that_is_over_is_replaced_at_once(self) -> None:
        assert choose([candidate("next")], Showing("over", NOW - 1), NOW) == "next"


@pytest.mark.django_db
class TestRunningMatches:
    def test_only_public_live_matches_of_people_count(self) -> None:
        anna, berta = people("Anna", "Berta")
        started(anna, berta)
        live(anna, berta, public=False)
        turns = started(anna, berta, clock="turns-24")
        assert turns.pace == Match.Pace.TURNS
        assert read_running() == []
        match = live(anna, berta)
        assert [one.match for one in read_running()] == [match.id]
        commands.resign(anna, match.id)
        assert read_running() == []

    def test_rating_is_the_average_of_those_that_everyone_may_see(self) -> None:
        anna, berta = people("Anna", "Berta")
        rated(anna, 1900)
        rated(berta, 1700)
        live(anna, berta)
        assert read_running()[0].rating == 1800
        Privacy.objects.create(user=anna, ratings=Audience.MEMBERS)
        assert read_running()[0].rating == (START + 1700) / 2

    def test_number_of_queries_does_not_grow(self, django_assert_num_queries: object) -> None:
        for at in range(3):
            live(*people(f"Anna{at}", f"Berta{at}"), seed=at + 1)
        with django_assert_num_queries(3):  # type: ignore[operator]  # without types
            assert len(read_running()) == 3


@pytest.mark.django_db
class TestShowing:
    def test_channel_of_a_game_shows_only_that_game(self) -> None:
        anna, berta = people("Anna", "Berta")
        match = live(anna, berta, game="babel")
        assert showing("babel").match == showing(ALL).match == match.id
        assert showing("condottiere").match == ""

    def test_channel_remembers_the_match_before(self) -> None:
        anna, berta, carla = people("Anna", "Berta", "Carla")
        first = live(anna, berta)
        assert showing(ALL).match == first.id
        second = live(berta, carla, seed=2)
        caches["site"].delete("tv:running")
        assert showing(ALL).match == first.id
        commands.resign(anna, first.id)
        caches["site"].delete("tv:running")
        shown = showing(ALL)
        assert (shown.match, shown.before) == (second.id, first.id)

    def test_unknown_channel_is_refused(self) -> None:
        assert read_channel(ALL) == ALL
        with pytest.raises(NoSuchChannel):
            read_channel("chess")

    def test_player_who_left_to_a_bot_is_no_person_any_more(self) -> None:
        users = [person(name) for name in ("Anna", "Berta", "Carla")]
        match = live(*users)
        commands.resign(users[0], match.id)
        assert read_running()[0].people == 2
