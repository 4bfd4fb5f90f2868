"""Lists of tables, as their pages show them."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from accounts.models import Sanction
from games.lobby.fragments import lobby_fragment
from games.lobby.presenters.lobby import my_tables
from games.matches.models import Player
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


@pytest.mark.parametrize("known", [True, False])
def test_page_has_target_for_every_pushed_part(known: bool) -> None:
    """htmx reports an error where one has nowhere to go."""
    user: Any = people("Anna")[0] if known else AnonymousUser()
    page = (signed_in(user) if known else Client()).get("/").content.decode()
    pushed = lobby_fragment(Visitor(user, (), "en"))
    places = re.findall(r'id="([\w-]+)"[^>]*hx-swap-oob', pushed)
    assert len(places) > 2
    assert [place for place in places if f'id="{place}"' not in page] == []
