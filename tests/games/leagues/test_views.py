"""The pages of leagues, and leagues through the JSON API."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from accounts.models import Report, User
from core.languages.local_time import ZONE_COOKIE
from games.leagues.models import Fixture, League
from games.leagues.presenters import page_of
from games.leagues.services import seasons
from games.matches.refusals import BadLeague
from tests.games.leagues.conftest import (
    FACTS,
    FIRST_DAY,
    START,
    at,
    club_of,
    founded,
    register,
    season_of,
    work,
)
from tests.helpers.clocks import Wall
from tests.helpers.matches import signed_in
from tests.helpers.moderation import case_page
from tests.helpers.notices import news_of
from tests.helpers.pages import page
from tests.helpers.programs import Program, refusal
from tests.helpers.queries import queries_of

pytestmark = pytest.mark.django_db
TYPED = {"title": "Summer", "game": "babel", "clock": "turns-24", "starts_on": str(FIRST_DAY)}
TYPED |= {"size": "6", "per_week": "1", "moving": "1"}
TUESDAY = START + timedelta(days=1, hours=20)


def do(client: Client, league: League, act: str, **fields: Any) -> str:
    answer = client.post(f"{league.get_absolute_url()}do/{act}/", fields, follow=True)
    return answer.content.decode()


def test_league_is_founded_and_entered(players: list[User]) -> None:
    anna, berta = players[:2]
    client = signed_in(anna)
    assert "Found a league" in page(client, "/leagues/")
    assert client.post("/leagues/new/", {**TYPED, "title": ""}).status_code == 400
    founded = client.post("/leagues/new/", TYPED, follow=True).content.decode()
    assert "Registration is open." in founded
    league = League.objects.get()
    other = signed_in(berta)
    assert "Summer" in page(other, "/leagues/")
    assert "You’re registered." in do(other, league, "register")
    assert "My leagues" in page(other, "/leagues/")
    assert "Sign in to register" in page(Client(), league.get_absolute_url())
    assert season_of(league).players.count() == 1
    do(other, league, "withdraw")
    assert season_of(league).players.count() == 0
    assert "This league is closed." in do(client, league, "close")


def test_organiser_changes_league_until_season_begins(
    league: League, players: list[User], wall: Wall
) -> None:
    anna, berta = signed_in(players[0]), signed_in(players[1])
    edit = f"{league.get_absolute_url()}edit/"
    assert edit in page(anna, league.get_absolute_url())
    assert edit not in page(berta, league.get_absolute_url())
    assert berta.get(edit).status_code == 403
    assert 'value="2037-03-09"' in page(anna, edit)
    same = {**TYPED, "title": "Autumn", "game": "condottiere", "size": "4", "moving": "2"}
    assert "Autumn" in anna.post(edit, same, follow=True).text
    assert news_of(players[1]) == [], "a new title concerns no player"
    later = {**same, "starts_on": "2037-03-16", "rated": "on"}
    assert anna.post(edit, {**later, "starts_on": "2038-03-16"}).status_code == 400
    anna.post(edit, later)
    assert news_of(players[1]) == ["Autumn was changed. See when and how it is played."]
    assert news_of(players[0]) == []
    wall.wait(days=7)
    work()
    season = season_of(league)
    assert (season.status, season.starts_at) == ("registration", START + timedelta(days=7))
    assert League.objects.get().rated
    wall.wait(days=7)
    work()
    assert edit not in page(anna, league.get_absolute_url())
    for answer in (anna.get(edit), anna.post(edit, same)):
        assert "The season has begun." in answer.text


def test_former_seasons_keep_what_their_pages_are_shown_by(
    league: League, players: list[User], wall: Wall
) -> None:
    wall.wait(days=7)
    work()
    Fixture.objects.update(status="over", first_points=2, second_points=0)
    work()
    edit = f"{league.get_absolute_url()}edit/"
    anna = signed_in(players[0])
    anna.post(edit, {**TYPED, "starts_on": "2037-03-23"})
    league.refresh_from_db()
    assert (league.title, league.game, league.size, league.moving) == (
        "Summer",
        "condottiere",
        6,
        2,
    )
    with pytest.raises(BadLeague, match="stay the same"):
        seasons.change(at(league, players[0]), replace(FACTS, game="babel"))


def test_lists_of_leagues_need_the_same_queries_for_two_and_six(players: list[User]) -> None:
    anna, berta = players[:2]
    club = club_of(anna, berta)
    reader, program = signed_in(berta), Program(berta)
    costs, rows = [], []
    for number in range(6):
        league = founded(berta if number % 2 else anna, "" if number % 2 else club.slug)
        register(league, *players[: number % 3])
        if number in (1, 5):
            costs.append(
                [
                    queries_of(lambda: reader.get("/leagues/")),
                    queries_of(lambda: reader.get(club.get_absolute_url())),
                    queries_of(lambda: program.read("leagues/")),
                ]
            )
            rows.append(sorted(one["players"] for one in program.read("leagues/")))
    assert rows == [[0, 1], [0, 0, 1, 1, 2, 2]]
    assert costs[0] == costs[1]


@pytest.mark.parametrize("zone", ["America/New_York", "Pacific/Auckland"])
def test_seasons_begin_at_midnight_of_the_founder(
    players: list[User], wall: Wall, zone: str
) -> None:
    founder = players[0]
    founder.time_zone = zone
    founder.save()
    client = signed_in(founder)
    client.cookies[ZONE_COOKIE] = zone
    shown = client.post("/leagues/new/", TYPED, follow=True).text
    assert re.search(r"Begins <?[^\n]*March 9, 2037", shown)
    league = League.objects.get()
    register(league, *players)
    wall.wait(days=8)
    work()
    Fixture.objects.update(status="over", first_points=2, second_points=0)
    work()
    begins = season_of(league).starts_at.astimezone(ZoneInfo(zone))
    assert season_of(league).number == 2
    assert (begins.hour, begins.minute) == (0, 0)


def test_weeks_begin_at_midnight_of_the_founder_after_change_of_clocks(
    players: list[User], wall: Wall
) -> None:
    players[0].time_zone = "Europe/Berlin"
    players[0].save()
    league = founded(players[0], starts_on=date(2037, 3, 16))
    register(league, *players)
    wall.wait(days=14)
    work()
    (division,) = page_of(at(league, players[0])).divisions
    # The clocks change on 29 March.
    assert [(f"{week.begins:%d %H}", f"{week.ends:%d %H}") for week in division.weeks] == [
        ("15 23", "22 23"),
        ("22 23", "29 22"),
        ("29 22", "05 22"),
    ]


def test_page_shows_divisions_weeks_and_own_matches(
    league: League, players: list[User], wall: Wall
) -> None:
    wall.wait(days=7)
    work()
    client = signed_in(players[0])
    shown = page(client, league.get_absolute_url())
    for words in ("Division 1", "Week 3", "My matches", "Go to the table", "Withdraw now"):
        assert words in shown
    assert "My matches" not in page(Client(), league.get_absolute_url())
    assert client.get(f"{league.get_absolute_url()}?season=7").status_code == 404
    assert "Division 1" in page(client, f"{league.get_absolute_url()}?season=1")


def test_times_are_proposed_and_accepted_on_page(
    live: League, players: list[User], wall: Wall
) -> None:
    wall.wait(days=7)
    work()
    fixture = Fixture.objects.select_related("first__user", "second__user").filter(round=1)[0]
    assert fixture.first.user is not None
    assert fixture.second.user is not None
    one, other = signed_in(fixture.first.user), signed_in(fixture.second.user)
    given = {"fixture": fixture.pk, "time": "2037-03-10T20:00", "zone": "UTC"}
    for time, words in (
        ("soon", "Choose a date and a time."),
        ("2037-03-01T20:00", "Choose a time at least ten minutes ahead."),
        ("2037-03-16T20:00", "Choose a time before the end of this match’s week."),
    ):
        shown = do(one, live, "propose", **{**given, "time": time})
        assert f'id="refused-{fixture.pk}">{words}' in shown
        assert f'value="{time}"' in shown
    assert "You proposed:" in do(one, live, "propose", **given)
    assert "This time suits me" in page(other, live.get_absolute_url())
    proposal = fixture.proposals.get()
    agreed = do(other, live, "accept", fixture=fixture.pk, proposal=proposal.pk)
    assert "It’s a date." in agreed
    fixture.refresh_from_db()
    assert fixture.agreed_at == TUESDAY


def test_program_founds_registers_and_agrees(players: list[User], wall: Wall) -> None:
    programs = [Program(user, "events") for user in players]
    given = {"title": "Summer", "game": "babel", "starts_on": str(FIRST_DAY), "clock": "live-10"}
    made = programs[0].does("leagues/", given, status=201)
    path = f"leagues/{made['id']}/"
    for program in programs:
        assert program.does(f"{path}registration/", method="put")["registered"]
    programs[3].does(f"{path}registration/", method="delete", status=204)
    programs[3].does(f"{path}registration/", method="put")
    wall.wait(days=7)
    work()
    programs = [Program(user, "events") for user in players]
    (division,) = programs[0].read(path)["divisions"]
    assert len(division["fixtures"]) == 6
    own = next(one for one in division["fixtures"] if "Anna" in (one["first"], one["second"]))
    times = f"{path}fixtures/{own['id']}/times/"
    at_eight = {"time": "2037-03-10T20:00:00", "zone": "UTC"}
    (proposal,) = programs[0].does(times, at_eight)["proposals"]
    rival = {own["first"], own["second"]} - {"Anna"}
    second = next(
        program for user, program in zip(players, programs, strict=True) if user.username in rival
    )
    assert refusal(second.post(times, {})) == (400, "bad-body")
    second.does(times, {"proposal": proposal["id"]})
    assert Fixture.objects.get(pk=own["id"]).agreed_at == TUESDAY
    assert [one["title"] for one in second.read("leagues/")] == ["Summer"]
    assert refusal(second.ask("delete", path)) == (403, "not-allowed")
    programs[0].does(path, method="delete", status=204)
    assert second.read("leagues/") == []


def test_league_is_reported_to_moderators(league: League, players: list[User]) -> None:
    link = f"{league.get_absolute_url()}report/"
    assert link not in page(signed_in(players[0]), league.get_absolute_url()), "it is her own"
    reader = signed_in(players[1])
    assert link in page(reader, league.get_absolute_url())
    assert league.title in page(reader, link)
    assert Client().get(link).status_code == 401
    reader.post(link, {"reason": "name", "note": "Look at this title."})
    report = Report.objects.get()
    assert (report.subject, report.subject_id) == ("league", league.pk)
    assert f'<a href="{league.get_absolute_url()}">' in case_page(report)
    assert report.case.about == players[0]
    League.objects.update(organiser=None)
    assert link not in page(reader, league.get_absolute_url()), "no user answers for it"
