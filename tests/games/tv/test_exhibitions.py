"""Bots play for spectators: slowly, outside all lists, and never more than one match a game."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import caches
from django.test import Client
from pytest_django import Settings

from games.ladders.models import RatingEntry
from games.lobby.presenters.lobby import lobby_for
from games.matches.models import Match, Player
from games.matches.services import commands, statistics, time_source
from games.notifications.models import Notice
from games.titles.registry import slow_levels, titles
from games.tv import exhibitions
from games.tv.channels import ALL, showing
from games.tv.exhibitions import PACE, SLOW_PACE, pace_of, tend
from games.tv.models import Exhibition
from games.workers import bots
from tests.helpers.matches import fresh, people, signed_in, started

GAMES = sorted(title.slug for title in titles())


@pytest.fixture(autouse=True)
def _on(settings: Settings) -> None:
    settings.EXHIBITION = True


@pytest.fixture
def babel(db: None) -> Match:
    match = exhibitions.open_exhibition("babel")
    assert match is not None
    return fresh(match)


def play_on(match: Match) -> None:
    """Let bots play to the end, without their pauses; the easy ones take least time."""
    match.players.update(bot="easy")
    while fresh(match).status == Match.Status.RUNNING:
        for one in match.players.filter(asked_at__isnull=False):
            assert one.asked_at is not None
            bots.answer(one.pk, one.asked_at)


@pytest.mark.django_db
class TestOpening:
    def test_each_game_has_one_exhibition_of_bots_that_move_at_once(self) -> None:
        assert tend() == len(GAMES)
        assert tend() == 0
        matches = Match.objects.filter(exhibition__isnull=False)
        assert sorted(matches.values_list("game", flat=True)) == GAMES
        assert set(matches.values_list("status", flat=True)) == {Match.Status.RUNNING}
        assert not Player.objects.filter(user__isnull=False).exists()
        levels = set(Player.objects.values_list("match__game", "bot"))
        assert levels.isdisjoint(slow_levels())

    def test_game_that_people_play_in_public_has_none(self) -> None:
        anna, berta = people("Anna", "Berta")
        match = started(anna, berta, game="babel", clock="live-5")
        tend()
        assert not Match.objects.filter(exhibition__isnull=False, game="babel").exists()
        assert showing("babel").match == match.id
        commands.resign(anna, match.id)
        assert tend() == 1
        assert Match.objects.filter(exhibition__isnull=False, game="babel").exists()

    def test_people_in_public_come_before_an_exhibition(self, babel: Match) -> None:
        assert showing("babel").match == showing(ALL).match == babel.id
        assert showing(ALL).exhibition
        match = started(*people("Anna", "Berta"), clock="live-5")
        assert read_again(ALL) == (match.id, False)
        assert read_again("babel") == (babel.id, True)


def read_again(channel: str) -> tuple[str, bool]:
    caches["site"].delete("tv:running")
    shown = showing(channel)
    return shown.match, shown.exhibition


@pytest.mark.django_db
class TestPace:
    def test_bots_move_quickly_only_on_a_screen(self, babel: Match) -> None:
        asked = bots._asked_quick()
        assert asked
        assert all(one.due_at == one.since + SLOW_PACE for one in asked)
        assert bots.due() == []
        showing("babel")
        assert all(one.due_at == one.since + PACE for one in bots._asked_quick())

    def test_program_that_asks_is_no_screen(self, babel: Match) -> None:
        assert Client().get("/api/v1/tv/babel/").json()["match"] == babel.id
        assert pace_of("babel") == SLOW_PACE

    def test_all_exhibitions_together_move_no_faster_than_one(self, db: None) -> None:
        tend()
        for game in GAMES:
            showing(game)
        assert {pace_of(game) for game in GAMES} == {len(GAMES) * PACE}

    def test_matches_of_people_are_not_slowed_down(self, babel: Match) -> None:
        match = started(*people("Anna"), bots=("easy", "easy"))
        for one in bots._asked_quick():
            assert (one.exhibited is None) == (one.match == match.id)


@pytest.mark.django_db
class TestLeftOut:
    def test_exhibition_is_in_no_list_ladder_history_or_count_and_deleted_later(
        self, babel: Match
    ) -> None:
        assert lobby_for(people("Anna")[0]).running == []
        assert statistics.counts().running == 0
        play_on(babel)
        over = fresh(babel)
        assert over.status == Match.Status.FINISHED
        assert over.listed_at is None
        assert statistics.counts().finished == statistics.counts().finished_today == 0
        assert not RatingEntry.objects.exists()
        assert not Notice.objects.exists()
        assert babel.id not in Client().get("/matches/?all=yes").content.decode()
        tend()
        assert fresh(babel).status == Match.Status.FINISHED
        later = time_source.now() - exhibitions.KEPT - timedelta(seconds=1)
        Match.objects.filter(pk=babel.pk).update(ended_at=later)
        tend()
        assert not Match.objects.filter(pk=babel.pk).exists()
        assert Exhibition.objects.count() == len(GAMES)

    def test_anyone_may_watch_and_no_one_may_move(self, babel: Match) -> None:
        (anna,) = people("Anna")
        for client in (Client(), signed_in(anna)):
            assert client.get(f"/matches/{babel.id}/").status_code == 200
            assert client.get(f"/embed/matches/{babel.id}/board.svg").status_code == 200
        answer = signed_in(anna).post(
            f"/matches/{babel.id}/resign/", HTTP_ACCEPT="application/json"
        )
        assert answer.status_code == 403

    def test_private_matches_stay_private(self) -> None:
        match = started(*people("Anna", "Berta"), public=False)
        bots_only = started(*people("Carla"), bots=("easy",), public=False)
        bots_only.players.filter(bot="").update(user=None, bot="easy")
        Match.objects.filter(pk=bots_only.pk).update(host=None)
        for one in (match, bots_only):
            assert Client().get(f"/matches/{one.id}/").status_code == 403


@pytest.mark.django_db
class TestCleaningUp:
    def test_exhibition_that_does_not_end_is_deleted(self, babel: Match) -> None:
        long_ago = time_source.now() - exhibitions.LONGEST - timedelta(seconds=1)
        Exhibition.objects.update(opened_at=long_ago)
        tend()
        assert not Match.objects.filter(pk=babel.pk).exists()

    def test_matches_of_people_are_never_deleted(self) -> None:
        match = started(*people("Anna", "Berta"))
        commands.resign(Player.objects.filter(match=match)[0].user, match.id)  # type: ignore[arg-type]  # a bot has a user
        long_ago = time_source.now() - 9 * exhibitions.LONGEST
        Match.objects.update(ended_at=long_ago, opened_at=long_ago)
        tend()
        assert Match.objects.filter(pk=match.pk).exists()

    def test_operator_switches_exhibitions_off(self, babel: Match, settings: Settings) -> None:
        settings.EXHIBITION = False
        assert showing("babel").match == ""
        assert tend() == 1
        assert not Match.objects.exists()
        assert tend() == 0
