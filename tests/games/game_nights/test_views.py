"""Game night pages: hosts open tables, guests join by link and are seated; the standings show."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import AuditEntry, User
from accounts.permissions import may_host
from accounts.services import blocks, guests, sanctions
from games.chat import services as chat
from games.game_nights import services as game_nights
from games.game_nights.models import GameNight
from games.lobby.services import lobby
from games.lobby.services.lobby import TableRequest
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.refusals import BadTable, NotAllowed, NotOpen
from games.matches.services.leaving import called_off_by
from tests.helpers.endpoints import HTMX
from tests.helpers.matches import committed, fresh, people, person, play_on, signed_in
from tests.helpers.nonces import hash_of

pytestmark = pytest.mark.django_db
WISH = TableRequest("condottiere", 2, public=False)
LAID = {"game": "condottiere", "seats": "2", "tables": "2", "clock": "free"}


def post(client: Client, game_night: GameNight, act: str, **data: Any) -> str:
    url = f"{game_night.get_absolute_url()}{act}/"
    return client.post(url, data, follow=True).content.decode()


def laid(host: User, game_night: GameNight, count: int = 1) -> list[Match]:
    return game_nights.create_tables(host, game_night, WISH, count)


def test_role_is_needed_only_if_operator_wants_it(host: User, settings: Settings) -> None:
    anna, guest = person("Anna"), guests.new_guest()
    bot = User.objects.create_user("deep", bot_since=timezone.now(), run_by=host)
    assert [bool(may_host(one)) for one in (host, anna, guest, bot)] == [True, True, False, False]
    settings.MAIL_IS_SET_UP = True
    assert may_host(anna).code == "unconfirmed"
    settings.MAIL_IS_SET_UP, settings.HOSTS_NEED_ROLE = False, True
    assert [bool(may_host(one)) for one in (host, anna)] == [True, False]
    assert signed_in(anna).get("/game-nights/").status_code == 403


def test_member_opens_game_night(host: User) -> None:
    assert Client().get("/game-nights/").status_code == 401
    client = signed_in(person("Anna"))
    assert "/events/" in client.get("/settings/").content.decode()
    assert "/game-nights/" in client.get("/events/").content.decode()
    page = client.post("/game-nights/", {"name": "Thursday"}, follow=True).content.decode()
    assert "Invite your friends" in page
    assert "Thursday" in client.get("/game-nights/").content.decode()
    for name in ("", "x" * 61, "a\u202eb"):
        assert client.post("/game-nights/", {"name": name}).status_code == 400


def test_host_runs_whole_game_night(host: User, game_night: GameNight) -> None:
    hosts, anna, berta = signed_in(host), *(signed_in(one) for one in people("Anna", "Berta"))
    assert "Waiting tables" in post(hosts, game_night, "tables", **LAID)
    one, other = Match.objects.filter(game_night_table__game_night=game_night).order_by("opened_at")
    for client in (anna, berta):
        assert client.get(one.get_absolute_url()).status_code == 403, "not without the link"
        assert "You’re here" in post(client, game_night, "attend")
        assert client.get(one.get_absolute_url()).status_code == 200
    assert "Give a player a seat" in hosts.get(game_night.get_absolute_url()).content.decode()
    for name in ("Anna", "Berta"):
        post(hosts, game_night, "seat", username=name, table=one.id)
    assert fresh(one).status == Match.Status.RUNNING
    assert "Your table has started." in anna.get(game_night.get_absolute_url()).content.decode()
    play_on(fresh(one))
    fragment = berta.get(game_night.get_absolute_url(), headers=HTMX).content.decode()
    assert "<html" not in fragment
    assert len(re.findall(r'<th scope="row">', fragment)) == 2
    assert "This game night is over." in post(hosts, game_night, "close")
    assert fresh(other).status == Match.Status.CLOSED


def test_points_count_players_placed_behind(host: User, game_night: GameNight) -> None:
    from games.game_nights.presenters import scores_of

    anna, berta = people("Anna", "Berta")
    for match in laid(host, game_night, 2):
        with committed():
            lobby.join(anna, match.id, sure=True)
            lobby.join(berta, match.id, sure=True)
        play_on(fresh(match))
    scores = scores_of(game_night)
    assert sum(score.points for score in scores) == 2
    assert [score.matches for score in scores] == [2, 2]
    assert scores[0].points >= scores[1].points


def test_other_users_cannot_manage_game_night(host: User, game_night: GameNight) -> None:
    other = person("Otto")
    other.groups.add(Group.objects.get(name="host"))
    (match,) = laid(host, game_night)
    for user in (person("Anna"), User.objects.get(pk=other.pk)):
        client = signed_in(user)
        post(client, game_night, "attend")
        page = client.get(game_night.get_absolute_url()).content.decode()
        assert "Set up tables" not in page
        for act in ("tables", "seat", "put-out", "fill", "take-down", "close"):
            data = {**LAID, "table": match.id, "username": "Anna", "seat": f"{match.id}/Anna"}
            assert "notice warning" in post(client, game_night, act, **data), act
    assert fresh(match).status == Match.Status.OPEN
    assert not match.players.exists()
    assert GameNight.objects.get().closed_at is None
    assert game_night.tables.count() == 1


def test_absent_or_seated_player_is_not_seated(host: User, game_night: GameNight) -> None:
    anna, berta = people("Anna", "Berta")
    (match,) = laid(host, game_night)
    with pytest.raises(BadTable):
        game_nights.seat(host, game_night, match.id, "Anna")
    for user in (anna, berta):
        game_nights.attend(user, game_night)
    blocks.block(anna, berta)
    game_nights.seat(host, game_night, match.id, "Anna")
    game_nights.seat(host, game_night, match.id, "Anna")
    with pytest.raises(NotAllowed):
        game_nights.seat(host, game_night, match.id, "Berta")
    game_nights.leave(berta, game_night)
    assert game_night.attendances.count() == 1


def test_host_hides_lines_and_removes_players(host: User, game_night: GameNight) -> None:
    rude, client = person("Rude"), signed_in(host)
    (match,) = laid(host, game_night)
    lobby.join(rude, match.id)
    line = chat.post_line(open_match(rude, match.id), "Rude words.")
    client.get(game_night.get_absolute_url())
    hide = f"/matches/{match.id}/chat/{line.id}/hide/"
    assert signed_in(rude).post(hide).status_code == 403
    assert client.post(hide).status_code == 302
    assert chat.lines(open_match(rude, match.id)) == []
    post(client, game_night, "put-out", seat=f"{match.id}/Rude")
    assert not match.players.exists()
    acts = list(AuditEntry.objects.order_by("pk").values_list("act", "about"))
    assert acts == [("hide-line", "Rude"), ("host-put-out", "Rude")]
    assert fresh(match).status == Match.Status.OPEN


def test_full_table_is_closed_when_player_is_removed(host: User, game_night: GameNight) -> None:
    """A replacement player could know the other nonces; the call-off counts against no player."""
    anna, berta = people("Anna", "Berta")
    (match,) = laid(host, game_night)
    for user in (anna, berta):
        lobby.join(user, match.id, nonce_hash=hash_of(user))
    assert "about to begin" in signed_in(host).get(game_night.get_absolute_url()).content.decode()
    post(signed_in(host), game_night, "put-out", seat=f"{match.id}/Anna")
    assert fresh(match).status == Match.Status.CLOSED
    assert called_off_by(anna) == called_off_by(berta) == []


def test_host_cannot_hide_lines_at_other_tables(host: User) -> None:
    from tests.helpers.matches import started

    anna, berta = people("Anna", "Berta")
    match = started(anna, berta)
    line = chat.post_line(open_match(anna, match.id), "Hello.")
    url = f"/matches/{match.id}/chat/{line.id}/hide/"
    assert signed_in(host).post(url).status_code == 403


def test_bots_fill_table_and_empty_table_is_closed(host: User, game_night: GameNight) -> None:
    one, other = laid(host, game_night, 2)
    client = signed_in(host)
    assert "All seats are still free." in post(client, game_night, "fill", table=one.id)
    lobby.join(person("Anna"), one.id)
    post(client, game_night, "fill", table=one.id)
    post(client, game_night, "take-down", table=other.id)
    statuses = [fresh(match).status for match in (one, other)]
    assert statuses == [Match.Status.RUNNING, Match.Status.CLOSED]


def test_open_game_nights_per_host_are_limited(host: User, game_night: GameNight) -> None:
    laid(host, game_night, game_nights.OPEN_TABLES)
    with pytest.raises(BadTable):
        laid(host, game_night)
    for _ in range(game_nights.GAME_NIGHTS_EACH - 1):
        game_nights.open_game_night(host, "Another")
    with pytest.raises(BadTable):
        game_nights.open_game_night(host, "One more")
    wish = TableRequest("condottiere", 2)
    assert lobby.open_table(host, wish).host == host, "tables outside game nights are not counted"


def test_banned_host_cannot_host(host: User, game_night: GameNight) -> None:
    (match,) = laid(host, game_night)
    senior = person("Senior")
    senior.groups.add(Group.objects.get(name="senior moderator"))
    with committed():
        sanctions.give(User.objects.get(pk=senior.pk), host, "ban", "Insults.")
    assert fresh(match).status == Match.Status.CLOSED
    with pytest.raises(NotOpen):
        game_nights.attend(person("Anna"), GameNight.objects.get())
    assert signed_in(host).get("/game-nights/").status_code == 403


def test_unknown_game_night_is_not_found(db: None) -> None:
    assert Client().get("/game-nights/no-such-key/").status_code == 404
    assert Client().post("/game-nights/no-such-key/attend/").status_code == 404


def test_anonymous_visitor_sees_game_night_and_must_sign_in(game_night: GameNight) -> None:
    client = Client()
    assert "Sign in to play" in client.get(game_night.get_absolute_url()).content.decode()
    assert client.post(f"{game_night.get_absolute_url()}attend/").status_code == 401
    assert client.post(f"{game_night.get_absolute_url()}burn/").status_code == 405
