"""Statements that are built once bring and write the same as Django's own."""

import re
from datetime import timedelta
from itertools import groupby
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.db.models import Model
from django.db.models.signals import post_init, pre_init
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from fastpath.statements import Prepared, QuickRows, insert, update, upsert
from games.matches.access import match_by_id, players_by_match
from games.matches.models import Event, Match, Player
from games.matches.services.event_store import state_cache
from games.notifications.models import Notice
from games.titles.registry import all_games
from tests.helpers.matches import at_random, people, play_on, started

pytestmark = pytest.mark.django_db
VERB_AND_TABLE = re.compile(r'(SELECT|INSERT|UPDATE|DELETE).*?(?:FROM|INTO|UPDATE|) ?"(\w+)"')
MOVES = 12


@pytest.fixture(params=["fast", "plain"])
def either_way(request: pytest.FixtureRequest, settings: Any) -> None:
    """Once with statements that are built once, once with Django's ORM alone."""
    settings.FAST_STATEMENTS = request.param == "fast"


@pytest.fixture
def match() -> Match:
    return started(*people("Anna", "Berta"), bots=("easy",), seed=3)


def plain(row: Match | Player | User) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


@pytest.mark.on_postgresql
@pytest.mark.usefixtures("either_way")
def test_rows_are_what_the_query_itself_brings(match: Match, django_assert_num_queries) -> None:
    for _ in range(2):
        with django_assert_num_queries(2):
            (found,), players = match_by_id.rows(match.id), players_by_match.rows(match.id)
            users = [player.user for player in players]
        assert plain(found) == plain(Match.objects.get(id=match.id))
        own = list(Player.objects.filter(match=match).order_by("joined"))
        assert [plain(player) for player in players] == [plain(player) for player in own]
        assert [user and plain(user) for user in users] == [p.user and plain(p.user) for p in own]
    assert match_by_id.first("nosuchone") is None


@pytest.mark.usefixtures("either_way")
def test_a_user_is_found_by_key_and_by_all_else(match: Match) -> None:
    anna = User.objects.get(username="Anna")
    assert plain(User.objects.get(pk=anna.pk)) == plain(anna)
    assert User.objects.get(pk=str(anna.pk), username="Anna") == anna
    with pytest.raises(User.DoesNotExist):
        User.objects.get(pk=0)


def test_a_query_with_other_values_than_those_to_fill_in_is_refused(match: Match) -> None:
    fixed = Prepared(lambda any_id: Match.objects.filter(id=any_id, seats=2), "any")
    with pytest.raises(ValueError, match="just these values"):
        fixed.rows(match.id)
    turned = Prepared(lambda seats, any_id: Match.objects.filter(id=any_id, seats=seats), 2, "any")
    with pytest.raises(ValueError, match="just these values"):
        turned.rows(2, match.id)


@pytest.mark.usefixtures("either_way")
def test_a_query_may_have_several_values(match: Match) -> None:
    both = Prepared(lambda any_id, seats: Match.objects.filter(id=any_id, seats=seats), "any", 2)
    assert both.rows(match.id, match.seats) == [match]
    assert both.rows(match.id, match.seats + 1) == []


@pytest.mark.on_postgresql
@pytest.mark.usefixtures("either_way")
def test_what_is_written_is_read_again(match: Match) -> None:
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


def test_nothing_listens_to_how_the_rows_of_every_request_are_made() -> None:
    for model in (Match, Player, User):
        assert issubclass(model, QuickRows)
        assert not pre_init.has_listeners(model)
        assert not post_init.has_listeners(model)


@pytest.mark.usefixtures("either_way")
def test_a_row_is_as_django_makes_it(match: Match) -> None:
    quick = Match.objects.only("id", "game").get(id=match.id)
    values = [match.id, match.game]
    own = Model.from_db.__func__(Match, "default", ["id", "game"], values)  # type: ignore[attr-defined]
    for row in (quick, own):
        assert row.get_deferred_fields() == own.get_deferred_fields() != set()
        assert (row._state.adding, row._state.db) == (False, "default")
        assert (row.status, row.pk) == (match.status, match.id)


@pytest.mark.usefixtures("either_way")
def test_what_is_gone_cannot_be_updated(match: Match) -> None:
    match.id = "nosuchone"
    with pytest.raises(DatabaseError):
        update([match], ["last_number"])


@pytest.mark.on_postgresql
@pytest.mark.parametrize("game", [game.slug for game in all_games()])
def test_a_match_is_stored_by_the_same_statements_and_comes_to_the_same_rows(
    game: str, settings: Any
) -> None:
    users = people("Anna", "Berta")
    settings.FAST_STATEMENTS = True
    fast = played(users, game)
    state_cache.clear()
    settings.FAST_STATEMENTS = False
    assert played(users, game) == fast
    assert len(fast[1]) > MOVES


def played(users: list[User], game: str) -> tuple[list[Any], list[Any]]:
    """What some moves of a match ask of which table, one after the other; and what is stored."""
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
