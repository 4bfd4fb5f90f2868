"""Achievements, habits and streaks on profiles, and their visibility."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.http import Visitor
from accounts.models import Privacy, User
from games.achievements.models import Earned, HabitChoice
from games.achievements.services.career import Streaks
from games.matches.models import Match, Player
from games.profiles.presenters.profile import Profile
from games.titles.registry import title_of
from tests.helpers.endpoints import without_tokens
from tests.helpers.matches import signed_in
from tests.helpers.pages import assert_clean_page
from tests.helpers.ratings import finished
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
START = datetime(2026, 3, 1, 12, tzinfo=UTC)
TITLE = title_of("condottiere")
PRIZE = TITLE.achievements[0]
QUERIES = 60
"""The maximal number of queries of a page, for any number of matches."""


def earn(match: Match, user: User) -> Earned:
    assert match.ended_at is not None
    return Earned.objects.create(
        user=user, match=match, game=match.game, achievement=PRIZE.slug, at=match.ended_at
    )


def shelf(user: User, viewer: Visitor) -> dict[str, tuple[int, str]]:
    """Return the achievements of a game that this viewer sees: the count, and the first match."""
    [found] = [s for s in Profile(user, viewer).shelves if s.game and s.game.slug == TITLE.slug]
    return {prize.slug: (prize.times, prize.match_id) for prize in found.earned}


def text_of(client: Client, path: str = "/players/Anna/") -> str:
    page = assert_clean_page(client.get(path)).text
    return re.sub(r"\s+", " ", page)


def test_shelves_show_earned_and_missing_achievements(users: list[User]) -> None:
    anna, berta, _carla = users
    first, second = (
        finished([anna, berta], [1, 2], at=START + timedelta(days=day)) for day in range(2)
    )
    for match in (second, first):
        earn(match, anna)
    assert shelf(anna, AnonymousUser()) == {PRIZE.slug: (2, first.id)}
    page = text_of(Client())
    earned, _summary, missing = page.partition("Still to earn")
    assert PRIZE.condition in earned
    assert PRIZE.condition not in missing
    assert f'href="/matches/{first.id}/"' in earned
    assert TITLE.achievements[1].condition in missing
    assert "Win a match." in earned
    profile = Profile(anna, AnonymousUser())
    assert f"{profile.earned} of {profile.earnable}" in page
    assert profile.earned == 3, "plus the milestones of a first win"


def test_private_achievement_is_shown_only_to_players(users: list[User]) -> None:
    anna, berta, carla = users
    private = finished([anna, berta], [1, 2], public=False, rated=False)
    earn(private, anna)
    for viewer in (anna, berta):
        assert shelf(anna, viewer) == {PRIZE.slug: (1, private.id)}
    for stranger in (carla, AnonymousUser()):
        assert shelf(anna, stranger) == {}


def test_private_match_changes_nothing_for_strangers(users: list[User]) -> None:
    anna, berta, carla = users
    finished([anna, berta], [1, 2], at=START)
    before = [without_tokens(text_of(one)) for one in (Client(), signed_in(carla))]
    private = finished(
        [anna, berta], [2, 1], public=False, rated=False, at=START - timedelta(days=9)
    )
    earn(private, anna)
    player = Player.objects.get(match=private, user=anna)
    HabitChoice.objects.create(player=player, habit=TITLE.habits[0].slug, choice="roma")
    after = [without_tokens(text_of(one)) for one in (Client(), signed_in(carla))]

    def without_reliability(page: str) -> str:
        return re.sub(r'<section class="stack" aria-labelledby="reliability.*?</section>', "", page)

    assert list(map(without_reliability, before)) == list(map(without_reliability, after))
    assert private.id in text_of(signed_in(berta))


def test_hidden_matches_hide_achievements(users: list[User]) -> None:
    match = finished(users[:2], [1, 2])
    earn(match, users[0])
    Privacy.objects.create(user=users[0], matches="nobody")
    for client in (Client(), signed_in(users[2])):
        page = text_of(client)
        assert "achievements-title" not in page
        assert match.id not in page
    assert "achievements-title" in text_of(signed_in(users[0]))


def test_habits_are_shown_with_results(users: list[User]) -> None:
    anna, berta, _carla = users
    for city, places in (("roma", [1, 2]), ("roma", [2, 1]), ("torino", [1, 2])):
        player = Player.objects.get(match=finished([anna, berta], places), user=anna)
        HabitChoice.objects.create(player=player, habit="first-city", choice=city)
    [game] = Profile(anna, AnonymousUser()).games
    [row] = game.habits
    assert [(c.name, c.times, c.rate) for c in row.choices] == [("Roma", 2, 50), ("Torino", 1, 100)]
    page = text_of(Client())
    assert "First city fought for" in page
    assert '<b>Roma</b> <span class="muted">2×, 50% won</span>' in page


def test_numbers_of_players_and_shared_places(users: list[User]) -> None:
    anna, berta, carla = users
    finished([anna, berta], [1, 1])
    finished([anna, berta], [1, 2])
    finished([anna, berta, carla], [2, 1, 3])
    [game] = Profile(anna, AnonymousUser()).games
    assert [(t.seats, t.matches, t.won, t.shared, t.rate) for t in game.tables] == [
        (2, 2, 2, 1, 100),
        (3, 1, 0, 0, 0),
    ]
    page = text_of(Client())
    assert "By number of players" in page
    assert "of these, shared" in page
    assert "of these, shared" not in text_of(Client(), "/players/Carla/")


def test_winning_streaks_are_shown(users: list[User]) -> None:
    anna, berta, _carla = users
    for day, places in enumerate(([1, 2], [1, 2], [1, 2], [2, 1], [1, 2], [1, 2])):
        finished([anna, berta], places, at=START + timedelta(days=day))
    assert Profile(anna, AnonymousUser()).career.streaks == Streaks(current=2, longest=3)
    page = text_of(Client())
    assert "<dt>most wins in a row</dt><dd>3</dd>" in page
    assert "<dt>wins in a row now</dt><dd>2</dd>" in page
    assert "wins in a row" not in text_of(Client(), "/players/Berta/")


def many(anna: User, berta: User, count: int) -> None:
    """Write matches with all their rows."""
    template = finished([anna, berta], [1, 2], rated=False)
    start = START - timedelta(days=count)
    matches = Match.objects.bulk_create(
        Match(
            game=template.game,
            rules=template.rules,
            seats=2,
            commitment="0" * 64,
            status=Match.Status.FINISHED,
            ended_at=start + timedelta(hours=number),
            listed_at=start + timedelta(hours=number),
            outcome=template.outcome,
        )
        for number in range(count)
    )
    players = Player.objects.bulk_create(
        Player(
            match=match,
            user=user,
            name=user.name,
            joined=seat,
            seat=seat,
            place=1 + (seat + number) % 2,
            score=0,
            ended_at=match.ended_at,
            game=match.game,
            size="2",
            public=True,
        )
        for number, match in enumerate(matches)
        for seat, user in enumerate((anna, berta))
    )
    Earned.objects.bulk_create(
        Earned(user=anna, match=m, game=m.game, achievement=a.slug, at=not_none(m.ended_at))
        for m in matches
        for a in TITLE.achievements[:2]
    )
    HabitChoice.objects.bulk_create(
        HabitChoice(player=player, habit="first-city", choice="roma") for player in players
    )


def test_profile_query_count_does_not_grow_with_matches(users: list[User]) -> None:
    anna, berta, _carla = users

    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            text_of(Client())
        return len(queries)

    many(anna, berta, 12)
    cost()
    few = cost()
    many(anna, berta, 200)
    assert cost() <= few + 1, "one more for the milestone of a hundred matches"
    assert few <= QUERIES
