"""Statements that are built once write the same as Django's own."""

import re
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.db.models.signals import post_save, pre_save
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from core.fastpath.statements import insert, lock, update, upsert
from games.matches.models import Event, Match, Player
from games.matches.services.event_store import state_cache
from games.notifications.models import Notice
from games.titles.registry import all_games
from tests.helpers.matches import at_random, people, play_on, started

pytestmark = pytest.mark.django_db
VERB_AND_TABLE = re.compile(r'(SELECT|INSERT|UPDATE|DELETE).*?(?:FROM|INTO|UPDATE|) ?"(\w+)"')
MOVES = 12


@pytest.fixture(params=["fast", "plain"])
def either_way(request: pytest.FixtureRequest, settings: Settings) -> None:
    """Run a test with cached statements, and with only Django's ORM."""
    settings.FAST_STATEMENTS = request.param == "fast"


@pytest.fixture
def match() -> Match:
    return started(*people("Anna", "Berta"), bots=("easy",), seed=3)


@pytest.mark.on_postgresql
@pytest.mark.usefixtures("either_way")
def test_written_fields_are_read_back(match: Match) -> None:
    now = timezone.now()
    match.last_number, match.last_public_event_at, match.outcome = 7, now, {"places": [1, 2]}
    match.words = "not named, not written"
    update([match], ["last_number", "last_public_event_at", "outcome"])
    fresh = Match.objects.get(id=match.id)
    assert (fresh.last_number, fresh.last_public_event_at, fresh.outcome) == (
        7,
        now,
        {"places": [1, 2]},
    )
    assert fresh.words == ""
    event = Event(match=match, number=7, kind="move", seat=0, data={"a": [1]}, at=now)
    insert([event])
    assert Event.objects.get(match=match, number=7).data == {"a": [1]}
    player = match.players.get(joined=0)
    for days in (1, 2):
        upsert([Notice(player=player, due_at=now + timedelta(days=days))], ["due_at"])
    assert Notice.objects.get(player=player).due_at == now + timedelta(days=2)


@pytest.mark.on_postgresql
@pytest.mark.usefixtures("either_way")
def test_locked_rows_are_returned_without_missing_ones(match: Match) -> None:
    other = started(*people("Carla", "Dora"))
    for keys in ([match.id], [other.id, "nosuchone", match.id]):
        found = lock(Match, keys, ("id", "last_number"))
        assert dict(found) == {key: 0 for key in keys if key != "nosuchone"}
    assert lock(Match, [], ("id",)) == []


@pytest.mark.parametrize("at", [timezone.now(), timezone.now().replace(microsecond=0)])
def test_times_are_written_as_django_writes_them(match: Match, at: datetime) -> None:
    insert([Event(match=match, number=7, kind="move", seat=0, data={}, at=at)])
    Event.objects.create(match=match, number=8, kind="move", seat=0, data={}, at=at)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT at FROM {Event._meta.db_table} WHERE number > 6")
        ours, theirs = cursor.fetchall()
    assert ours == theirs


def test_models_of_moves_have_no_save_receivers() -> None:
    for model in (Match, Player, Event, Notice):
        assert not pre_save.has_listeners(model)
        assert not post_save.has_listeners(model)


@pytest.mark.usefixtures("either_way")
def test_missing_row_cannot_be_updated(match: Match) -> None:
    match.id = "nosuchone"
    with pytest.raises(DatabaseError):
        update([match], ["last_number"])


@pytest.mark.on_postgresql
@pytest.mark.parametrize("game", [game.slug for game in all_games()])
def test_fast_statements_store_same_match_as_django(game: str, settings: Settings) -> None:
    users = people("Anna", "Berta")
    settings.FAST_STATEMENTS = True
    fast = played(users, game)
    state_cache.clear()
    settings.FAST_STATEMENTS = False
    assert played(users, game) == fast
    assert len(fast[1]) > MOVES


def played(users: list[User], game: str) -> tuple[list[Any], list[Any]]:
    """Return the queries of some moves, by table and in order, and what is stored."""
    match = started(*users, game=game, seed=4)
    done = iter(range(MOVES))
    with CaptureQueriesContext(connection) as asked:
        match = play_on(match, at_random(4), lambda _: next(done, None) is None)
    statements = [VERB_AND_TABLE.match(query["sql"]) for query in asked.captured_queries]
    events = match.events.order_by("number").values_list("number", "kind", "seat", "data")
    players = match.players.order_by("joined").values_list("user", "seat", "asked_at")
    state = match.status, match.last_number, match.outcome
    # Django's ORM updates the rows of several players one after the other.
    different = [statement for statement, _same in groupby(m.groups() for m in statements if m)]
    return different, [*events, *players, state]
