"""Lists of tables, as their pages show them."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation
from pytest_django import Settings

from accounts.models import Sanction, User
from games.lobby.fragments import lobby_fragment, lobby_lists
from games.lobby.presenters.lobby import lobby_for, my_tables
from games.lobby.services.admission import invite_to
from games.matches.models import Match, Player
from games.matches.presenters.rendering import digest
from games.matches.viewing import Visitor
from games.notifications.presenters import your_turn
from tests.helpers.matches import mover, opened, people, signed_in, started, user_at
from tests.helpers.moderation import sanctioned
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db


def test_stranger_sees_no_private_table() -> None:
    match = opened(*people("Dora"), public=False)
    assert Client().get(f"/matches/{match.id}/").status_code == 403
    assert match.id not in Client().get("/").content.decode()


def test_waiting_table_shows_how_long_it_is_my_turn() -> None:
    match = started(*people("Anna", "Berta"))
    me = user_at(match, mover(match))
    asked_since = timezone.now() - timedelta(hours=3)
    Player.objects.filter(match=match, user=me).update(asked_since=asked_since)
    (table,) = my_tables(me)
    assert (table.since, table.why_not) == (asked_since, "")
    assert "your turn for 3\N{NO-BREAK SPACE}hours" in signed_in(me).get("/").content.decode()
    Player.objects.filter(match=match, user=me).update(asked_since=timezone.now())
    assert "your turn for" not in signed_in(me).get("/").content.decode(), "it has just begun"


def test_waiting_tables_come_first_by_deadline_with_time_left() -> None:
    users = people("Anna", "Berta")
    matches = [started(*users, seed=seed, clock="turns-24") for seed in range(1, 9)]
    me = user_at(matches[0], mover(matches[0]))
    mine = [match for match in matches if user_at(match, mover(match)) == me]
    assert 1 < len(mine) < len(matches)
    for hours, match in enumerate(mine):
        until = timezone.now() + timedelta(hours=1 + (hours * 5) % 7, minutes=1)
        Player.objects.filter(match=match, user=me).update(deadline=until)
    tables = my_tables(me)
    assert [table.my_turn for table in tables[: len(mine)]] == [True] * len(mine)
    deadlines = [table.deadline for table in tables[: len(mine)]]
    assert deadlines == sorted(not_none(deadline) for deadline in deadlines)
    assert {table.time_left for table in tables[len(mine) :]} == {""}
    assert your_turn(me)["waiting"] == tables[: len(mine)]
    for page in ("/", "/notices/"):
        assert re.search(r">6[01] minutes left</time>", signed_in(me).get(page).content.decode())
    first, second = (table.match for table in tables[:2])
    for match, after in ((first, second), (second, first)):
        page = signed_in(me).get(match.get_absolute_url()).content.decode()
        assert f'data-next="{after.get_absolute_url()}" data-waiting="{len(mine) - 1}"' in page
        assert f'<a class="button primary small" href="{after.get_absolute_url()}">' in page


def test_empty_lobby_invites_only_those_who_may_open_a_table() -> None:
    anna, rude = people("Anna", "Rude")
    sanctioned(rude, Sanction.Kind.SUSPENSION)
    pages = [signed_in(one).get("/").content.decode() for one in (anna, rude)]
    assert all("No open tables right now." in page for page in pages)
    assert ["Open one and everyone sees it here." in page for page in pages] == [True, False]


def test_longest_waiting_table_is_listed_first() -> None:
    users = people("Anna", "Berta")
    matches = [started(*users, seed=seed) for seed in range(1, 11)]
    me = user_at(matches[0], mover(matches[0]))
    mine = [match for match in matches if user_at(match, mover(match)) == me]
    for hours, match in enumerate(mine):
        asked_since = timezone.now() - timedelta(hours=(hours * 5) % 7)
        Player.objects.filter(match=match, user=me).update(asked_since=asked_since)
    waiting = your_turn(me)["waiting"]
    assert len(waiting) == len(mine) > 1
    since = [table.since for table in waiting if table.since is not None]
    assert len(since) == len(mine)
    assert since == sorted(since)


def full_lobby() -> User:
    """Return a user with tables in all lists of the lobby."""
    me, *others = people("Me", "Anna", "Berta", "Carla")
    opened(me)
    for number, host in enumerate(others):
        opened(host, seats=3, seed=number + 2)
    calling = opened(others[0], seed=7, public=False)
    invite_to(others[0], calling.id, me.username)
    started(*others[:2], seed=8, public=True)
    started(me, bots=("easy",), seed=9)
    return me


def test_players_of_all_lists_are_read_at_once() -> None:
    me = full_lobby()
    with CaptureQueriesContext(connection) as asked:
        shown = lobby_for(me)
    assert all((shown.mine, shown.invited, shown.open, shown.running))
    of_players = [one for one in asked if one["sql"].startswith('SELECT "matches_player"')]
    assert len(of_players) == 1


@pytest.mark.parametrize("language", ["en", "ko"])
def test_compiled_lists_equal_those_of_django(language: str, settings: Settings) -> None:
    me = full_lobby()
    # “Opened 2 seconds ago” would be another text a moment later.
    before = timezone.now() - timedelta(hours=3)
    Match.objects.update(opened_at=before, started_at=before)
    Player.objects.exclude(asked_since=None).update(asked_since=before)
    shown = lobby_for(me)
    with translation.override(language):
        ours = lobby_lists(me, shown)
        settings.FAST_TEMPLATES = False
        assert lobby_lists(me, shown) == ours


@pytest.mark.parametrize("known", [True, False])
def test_page_has_target_for_every_pushed_part(known: bool) -> None:
    """htmx reports an error where one has nowhere to go."""
    user: Any = people("Anna")[0] if known else AnonymousUser()
    page = (signed_in(user) if known else Client()).get("/").content.decode()
    pushed = lobby_fragment(Visitor(user, (), "en"))
    places = re.findall(r'id="([\w-]+)"[^>]*hx-swap-oob', pushed)
    assert len(places) > 2
    assert [place for place in places if f'id="{place}"' not in page] == []
    assert "hx-swap-oob" not in page
    assert f'data-digest="{digest(pushed)}"' in page, "the socket sends nothing that is shown"
