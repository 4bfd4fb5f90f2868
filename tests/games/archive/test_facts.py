"""The search for matches by what players did in them, and by clubs, events and tournaments."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from django.utils import timezone, translation

from accounts.models import Privacy, User
from accounts.models.user import Audience
from games.achievements.models import Assessment, MatchFact
from games.achievements.services.assessments import assess, forget_habits
from games.archive.facts import facts_of
from games.clubs.models import Club, ClubMatch
from games.events.models import Event
from games.game_nights.models import GameNight, GameNightTable
from games.ladders.services.ratings import annul
from games.leagues.models import Fixture, LeaguePlayer
from games.matches.models import Match
from games.titles.contract import Title
from games.titles.registry import titles
from games.tournaments.models import Tournament, TournamentTable
from tests.games.archive.conftest import found
from tests.games.clubs.conftest import club_of
from tests.games.leagues.conftest import founded, season_of
from tests.helpers.matches import signed_in
from tests.helpers.programs import Program, refusal
from tests.helpers.stored import stored

pytestmark = pytest.mark.django_db
INVALID = "Select a valid choice."


def text_of(user: User, query: str) -> str:
    return str(signed_in(user).get(f"/matches/?{query}").content.decode())


def conquered(match: Match) -> tuple[User, str]:
    """Return a user who took a city that no other player took, and the city."""
    facts = list(MatchFact.objects.filter(match=match, fact="city").select_related("player__user"))
    cities = [fact.value for fact in facts]
    fact = next(fact for fact in facts if cities.count(fact.value) == 1)
    assert fact.player.user is not None
    return fact.player.user, fact.value


def test_own_matches_are_found_by_what_one_did(users: list[User]) -> None:
    match, other = stored(users[:2], 1), stored(users[:2], 2, game="babel")
    for one in (match, other):
        assess(one.pk)
    user, city = conquered(match)
    rival = next(each for each in users[:2] if each != user)
    key = f"condottiere.city.{city}"
    assert found(user, f"fact={key}") == [match.pk]
    assert found(user, f"text=TOOK+{city}") == [match.pk]
    assert found(rival, f"fact={key}") == []
    assert found(user, f"fact={key}&game=babel") == []
    assert found(rival, f"whose=all&fact={key}") == [match.pk]
    assert found(AnonymousUser(), f"whose=all&text=took+{city}") == [match.pk]
    assert f"took {city.capitalize()}" in text_of(user, f"fact={key}")
    for wrong in ("condottiere.city.paris", "nothing", "condottiere..", "a.b.c.d"):
        assert INVALID in text_of(user, f"fact={wrong}")


def test_own_matches_are_found_by_the_cards_one_played(users: list[User]) -> None:
    match = stored(users[:2], 1)
    assess(match.pk)
    rows = MatchFact.objects.filter(match=match, fact="card").select_related("player__user")
    laid = {(row.player.user, row.value) for row in rows}
    decisions = [event for event in match.events.filter(kind="move") if event.data.get("card")]
    assert laid == {
        (match.players.get(seat=event.seat).user, event.data["card"])
        for event in decisions
        if not event.data["card"][1:].isdigit()
    }
    user, card = next(iter(laid))
    assert user is not None
    assert found(user, f"text={card.upper()}") == [match.pk]


def test_facts_of_private_and_running_matches_stay_private(users: list[User]) -> None:
    match = stored(users[:2], 1, public=False)
    assess(match.pk)
    _user, city = conquered(match)
    for query in (f"whose=all&fact=condottiere.city.{city}", f"whose=all&text=took+{city}"):
        assert found(users[2], query) == []
    Match.objects.filter(pk=match.pk).update(status=Match.Status.RUNNING)
    with pytest.raises(Match.DoesNotExist):
        assess(match.pk)


def test_facts_find_public_matches_of_players_whose_names_do_not(users: list[User]) -> None:
    match = stored(users[:2], 1)
    assess(match.pk)
    _user, city = conquered(match)
    for user in users[:2]:
        Privacy.objects.create(user=user, matches=Audience.NOBODY)
    assert found(AnonymousUser(), f"whose=all&text=took+{city}") == [match.pk]
    assert found(AnonymousUser(), "whose=all&text=anna") == []


def test_facts_outlive_annulment_and_go_with_the_account(users: list[User]) -> None:
    match = stored(users[:2], 1)
    assess(match.pk)
    annul(match.pk, "Two accounts of one person.")
    before = MatchFact.objects.filter(match=match).count()
    assess(match.pk)
    assert MatchFact.objects.filter(match=match).count() == before > 0
    forget_habits(users[0].pk)
    assert set(MatchFact.objects.values_list("player__user", flat=True)) == {users[1].pk}


def test_command_finds_facts_of_old_matches(users: list[User]) -> None:
    match = stored(users[:2], 1)
    Assessment.objects.create(match=match, mark="before-facts")
    call_command("award_achievements")
    assert MatchFact.objects.filter(match=match).exists()


@pytest.mark.parametrize("title", titles(), ids=lambda title: str(title.slug))
def test_words_of_facts_are_unique_and_translated(title: Title) -> None:
    english = [words for _one, words in facts_of(title)]
    assert english
    assert len(set(english)) == len(english)
    for language in ("de", "ko"):
        with translation.override(language):
            assert not {words for _one, words in facts_of(title)} & set(english), language


def test_matches_are_found_by_club_event_and_tournament(users: list[User]) -> None:
    anna, _berta, carla = users
    first, second, third, other = (stored(users[:2], number) for number in range(4))
    club = club_of(users[0], name="Thursday")
    ClubMatch.objects.create(club=club, match=first)
    night = GameNight.objects.create(host=users[0], name="Friday")
    GameNightTable.objects.create(match=second, game_night=night)
    plan = {"starts_at": timezone.now(), "minutes": 60, "clock": "", "places": 8, "zone": "UTC"}
    event = Event.objects.create(title="Games and soup", game_night=night, **plan)
    autumn = Event.objects.create(title="Autumn cup", **plan)
    cup = Tournament.objects.create(event=autumn, format="swiss", size=2)
    TournamentTable.objects.create(tournament=cup, round=1, number=1, seated=[], match=third)
    for key, match in {
        f"club-{club.slug}": first,
        f"event-{event.pk}": second,
        f"tournament-{cup.pk}": third,
    }.items():
        assert found(anna, f"occasion={key}") == [match.pk], key
        assert found(carla, f"whose=all&occasion={key}") == [match.pk], key
        assert found(carla, f"occasion={key}") == []
    assert found(anna, "text=autumn") == [third.pk]
    assert found(anna, "text=soup") == [second.pk]
    assert other.pk in found(anna, "")
    assert "Games and soup" in text_of(anna, "")
    assert "Autumn cup" in text_of(anna, f"occasion=tournament-{cup.pk}")
    for wrong in ("club-none", "event-none", "nothing", "league-"):
        assert INVALID in text_of(anna, f"occasion={wrong}")
    Club.objects.update(public=False)
    assert "Thursday" not in text_of(carla, f"whose=all&occasion=club-{club.slug}")


def test_matches_are_found_by_league(users: list[User]) -> None:
    anna, _berta, carla = users
    match, _other = stored(users[:2], 1), stored(users[:2], 2)
    league = founded(users[0], starts_on=timezone.localdate() + timedelta(days=3))
    season = season_of(league)
    two = [LeaguePlayer.objects.create(season=season, user=user) for user in users[:2]]
    now = timezone.now()
    Fixture.objects.create(
        season=season,
        division=1,
        round=1,
        first=two[0],
        second=two[1],
        opens_at=now,
        closes_at=now,
        match=match,
    )
    assert found(anna, f"occasion=league-{league.pk}") == [match.pk]
    assert found(carla, f"whose=all&occasion=league-{league.pk}") == [match.pk]
    assert found(anna, f"text={league.title.lower()}") == [match.pk]


def test_api_searches_by_facts_and_lists_them(users: list[User]) -> None:
    match = stored(users[:2], 1)
    assess(match.pk)
    user, city = conquered(match)
    program, key = Program(user), f"condottiere.city.{city}"
    row = {"fact": key, "game": "condottiere", "words": f"took {city.capitalize()}"}
    assert row in program.read("facts/", "game=condottiere")
    rows = program.read("matches/", f"fact={key}")["matches"]
    assert [one["match"] for one in rows] == [match.pk]
    assert refusal(program.get("matches/", "fact=x")) == (400, "bad-body")
