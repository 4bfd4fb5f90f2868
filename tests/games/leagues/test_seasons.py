"""Leagues are founded, entered and closed; private ones leave no trace."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import AuditEntry, Report, User
from accounts.refusals import NoReason
from accounts.services import blocks
from games.clubs.models import Club
from games.clubs.services import founding, members, webhooks
from games.clubs.services.founding import open_club
from games.leagues.models import League
from games.leagues.presenters import club_section, leagues_for, page_of
from games.leagues.services import seasons
from games.matches.refusals import (
    BadLeague,
    NoSuchClub,
    NoSuchLeague,
    NotAllowed,
    NotOpen,
    TooMany,
)
from games.notifications.models import Delivery, Notification
from games.notifications.words import sentence_of
from tests.games.leagues.conftest import (
    FACTS,
    FIRST_DAY,
    at,
    ban,
    club_of,
    founded,
    register,
    season_of,
    work,
)
from tests.helpers.clocks import Wall
from tests.helpers.matches import person
from tests.helpers.moderation import moderator
from tests.helpers.notices import news_of

pytestmark = pytest.mark.django_db


def playing(league: League) -> list[str]:
    rows = season_of(league).players.filter(withdrawn_after=None)
    return [one.user.username for one in rows.select_related("user") if one.user is not None]


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        *(("title", " "), ("game", "chess"), ("clock", "free"), ("clock", "turns-1")),
        *(("size", 3), ("size", 11), ("per_week", 0), ("moving", 3)),
        *(("starts_on", FIRST_DAY - timedelta(days=8)), ("starts_on", FIRST_DAY.replace(2038))),
    ],
)
def test_invalid_facts_are_refused(players: list[User], fact: str, value: Any) -> None:
    with pytest.raises(BadLeague):
        founded(players[0], **{fact: value})
    assert not League.objects.exists()


def test_leagues_are_limited(players: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seasons, "FOUNDED_EACH", 1)
    monkeypatch.setattr(seasons, "FOUNDED_A_DAY", 1)
    league = founded(players[0])
    with pytest.raises(BadLeague, match="enough leagues"):
        founded(players[0])
    seasons.close(at(league, players[0]))
    with pytest.raises(TooMany):
        founded(players[0])


def test_registration_is_taken_back_and_has_limits(
    players: list[User], wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, berta, carla, _dora = players
    league = founded(anna)
    register(league, berta, berta)
    assert playing(league) == ["Berta"]
    seasons.withdraw(at(league, berta))
    assert playing(league) == []
    blocks.block(anna, carla)
    with pytest.raises(BadLeague, match="isn’t taking new players"):
        register(league, carla)
    monkeypatch.setattr(seasons, "ENTERED_EACH", 0)
    with pytest.raises(BadLeague, match="the maximum"):
        register(league, berta)


def test_news_of_league_show_its_title_after_removal(
    players: list[User], league: League, wall: Wall
) -> None:
    wall.wait(days=7)
    work()
    removed = league.title
    seasons.clear_title(at(league, moderator()), "Rude.")
    league.refresh_from_db()
    shown = news_of(players[1])
    assert shown
    assert [(removed in line, league.title in line) for line in shown] == [(False, True)]


def test_running_season_takes_no_players(league: League, wall: Wall) -> None:
    wall.wait(days=7)
    work()
    with pytest.raises(NotOpen):
        register(league, person("Late"))


def test_league_of_club_is_for_members_who_leave_it_with_the_club(players: list[User]) -> None:
    anna, berta, carla, _dora = players
    club = club_of(anna, berta)
    with pytest.raises(NotAllowed):
        founded(berta, club.slug)
    league = founded(anna, club.slug)
    register(league, anna, berta)
    with pytest.raises(NotAllowed):
        register(league, carla)
    members.leave(open_club(berta, club.slug))
    assert playing(league) == ["Anna"]


def test_league_of_private_club_leaves_no_trace(players: list[User]) -> None:
    anna, berta, carla, _dora = players
    club = club_of(anna, berta, public=False)
    league = founded(anna, club.slug)
    for stranger in (carla, AnonymousUser()):
        with pytest.raises(NoSuchLeague):
            at(league, stranger)  # type: ignore[arg-type]  # one of them is anonymous
        assert leagues_for(stranger) == ([], [])
    assert [row.league for row in leagues_for(berta)[1]] == [league]
    assert "Spring" in club_section(open_club(berta, club.slug))
    assert at(league, moderator()).league == league


def test_league_is_reported_as_the_user_who_wrote_its_title(players: list[User]) -> None:
    anna, berta, carla, _dora = players
    club = club_of(anna, berta, carla)
    members.set_role(open_club(anna, club.slug), "Berta", "organiser")
    league = founded(anna, club.slug)
    seasons.change(at(league, berta), replace(FACTS, title="Rude words"))
    seasons.change(at(league, anna), replace(FACTS, title="Rude words", size=10))
    seasons.report_league(at(league, carla), "name", "")
    assert Report.objects.get().case.about == berta
    seasons.clear_title(at(league, moderator()), "Rude.")
    with pytest.raises(BadLeague, match="A moderator removed this name"):
        seasons.change(at(league, anna), replace(FACTS, title="RUDE words"))
    seasons.report_league(at(league, carla), "other", "")
    assert Report.objects.latest("pk").case.about == anna


def test_organiser_and_moderators_close_league(players: list[User], league: League) -> None:
    anna, berta = players[:2]
    with pytest.raises(NotAllowed):
        seasons.close(at(league, berta))
    by = moderator()
    with pytest.raises(NoReason):
        seasons.close(at(league, by))
    seasons.clear_title(at(league, by), "Rude.")
    with pytest.raises(BadLeague, match="A moderator removed this name"):
        founded(anna, title=league.title.upper())
    seasons.close(at(league, by), "Rude.")
    acts = AuditEntry.objects.filter(act__startswith="league").values_list("act", "about_id")
    assert sorted(acts) == [("league-clear", anna.pk), ("league-close", anna.pk)]
    assert season_of(league).status == "cancelled"
    assert news_of(berta)[-1].endswith("was closed.")
    assert leagues_for(berta) == ([], [])
    with pytest.raises(NotOpen):
        seasons.close(at(league, anna))


@pytest.mark.parametrize("public", [True, False])
def test_league_of_dissolved_club_is_closed_and_stays_for_those_who_may_see_it(
    players: list[User], wall: Wall, public: bool
) -> None:
    club = club_of(players[0], *players[1:], public=public)
    league = founded(players[0], club.slug)
    register(league, *players)
    wall.wait(days=7)
    work()
    founding.dissolve(open_club(players[0], club.slug))
    berta, stranger = players[1], person("Zoe")
    page = page_of(at(league, berta))
    assert (page.league.club, page.season.status) == (None, "cancelled")
    assert len(page.divisions[0].lines) == 4
    assert news_of(berta)[-1] == "Spring was closed."
    assert not Notification.objects.filter(key__startswith="club:league").exists()
    if public:
        assert at(league, stranger)
    else:
        with pytest.raises(NoSuchLeague):
            at(league, stranger)


def test_league_of_club_dissolved_in_the_meantime_is_refused(
    players: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    club = club_of(players[0])

    def dissolved(user: User, slug: str) -> Club:
        founding.dissolve(open_club(user, slug))
        return club

    monkeypatch.setattr(seasons, "organised_club", dissolved)
    with pytest.raises(NoSuchClub, match="no longer exists"):
        founded(players[0], club.slug)


@pytest.mark.parametrize(
    "leave", [ban, lambda user: seasons.withdraw_all(user, "gone")], ids=["banned", "deleted"]
)
def test_founder_who_leaves_closes_leagues_that_take_players(
    players: list[User], leave: Callable[[User], None]
) -> None:
    anna, berta = players[:2]
    own, of_club = founded(anna), founded(anna, club_of(anna, berta).slug)
    register(own, anna, berta)
    leave(anna)
    assert season_of(own).status == "cancelled"
    assert season_of(of_club).status == "registration"
    assert news_of(berta) == ["Spring was closed."]


@pytest.mark.parametrize(
    "facts", [{"game": "condottiere"}, {"game": "kabale", "clock": "live-10"}], ids=["deal", "time"]
)
def test_same_cards_need_a_deal_and_a_common_beginning(
    players: list[User], facts: dict[str, Any]
) -> None:
    with pytest.raises(BadLeague):
        founded(players[0], same_cards=True, **facts)


def test_club_hears_of_its_leagues(players: list[User], wall: Wall) -> None:
    anna, berta = players[:2]
    club = club_of(anna, *players[1:])
    webhooks.set_webhook(open_club(anna, club.slug), "https://example.org/hook")
    league = founded(anna, club.slug)
    told = Notification.objects.get(user=berta, kind=Notification.Kind.CLUB)
    assert sentence_of(told) == "Anna opens a league of your club The club: Spring."
    assert not Notification.objects.filter(user=anna, facts__what="league").exists()
    register(league, *players)
    wall.wait(days=7)
    work()
    seasons.close(at(league, anna))
    sent = [
        one.content or {} for one in Delivery.objects.exclude(group_webhook=None).order_by("pk")
    ]
    assert [one["type"] for one in sent] == ["league-opened", "league-begins", "league-closed"]
    assert (sent[0]["data"]["league"], sent[0]["data"]["season"]) == (league.pk, 1)
