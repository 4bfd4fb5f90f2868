"""Evenings: a host lays tables, people gather by the link, are seated, and see how it stands."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import AuditEntry, User
from accounts.services import blocks, sanctions
from games.chat import services as chat
from games.evenings import services as evenings
from games.evenings.models import Evening
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


@pytest.fixture
def host(db: None) -> User:
    user = person("Hanna")
    user.groups.add(Group.objects.get(name="host"))
    return User.objects.get(pk=user.pk)


@pytest.fixture
def evening(host: User) -> Evening:
    return evenings.open_evening(host, "Thursday at the club")


def post(client: Client, evening: Evening, act: str, **data: Any) -> str:
    url = f"{evening.get_absolute_url()}{act}/"
    return client.post(url, data, follow=True).content.decode()


def laid(host: User, evening: Evening, count: int = 1) -> list[Match]:
    return evenings.create_tables(host, evening, WISH, count)


def test_only_hosts_open_evenings(host: User) -> None:
    assert Client().get("/evenings/").status_code == 401
    anna = signed_in(person("Anna"))
    assert anna.get("/evenings/").status_code == 403
    assert "/evenings/" not in anna.get("/settings/").content.decode()
    client = signed_in(host)
    assert "/evenings/" in client.get("/settings/").content.decode()
    page = client.post("/evenings/", {"name": "Thursday"}, follow=True).content.decode()
    assert "Invite your people" in page
    assert "Thursday" in client.get("/evenings/").content.decode()
    for name in ("", "x" * 61, "a\u202eb"):
        assert client.post("/evenings/", {"name": name}).status_code == 400


def test_a_whole_evening(host: User, evening: Evening) -> None:
    hosts, anna, berta = signed_in(host), *(signed_in(one) for one in people("Anna", "Berta"))
    assert "Tables that wait" in post(hosts, evening, "tables", **LAID)
    one, other = evening.matches.order_by("opened_at")
    for client in (anna, berta):
        assert client.get(one.get_absolute_url()).status_code == 403, "not without the link"
        assert "You are here" in post(client, evening, "attend")
        assert client.get(one.get_absolute_url()).status_code == 200
    assert "Give somebody a seat" in hosts.get(evening.get_absolute_url()).content.decode()
    for name in ("Anna", "Berta"):
        post(hosts, evening, "seat", username=name, table=one.id)
    assert fresh(one).status == Match.Status.RUNNING
    assert "Your table has started." in anna.get(evening.get_absolute_url()).content.decode()
    play_on(fresh(one))
    fragment = berta.get(evening.get_absolute_url(), headers=HTMX).content.decode()
    assert "<html" not in fragment
    assert len(re.findall(r'<th scope="row">', fragment)) == 2
    assert "This evening is over." in post(hosts, evening, "close")
    assert fresh(other).status == Match.Status.CLOSED


def test_points_are_for_whom_one_was_placed_before(host: User, evening: Evening) -> None:
    from games.evenings.presenters import scores_of

    anna, berta = people("Anna", "Berta")
    for match in laid(host, evening, 2):
        with committed():
            lobby.join(anna, match.id, sure=True)
            lobby.join(berta, match.id, sure=True)
        play_on(fresh(match))
    scores = scores_of(evening)
    assert sum(score.points for score in scores) == 2
    assert [score.matches for score in scores] == [2, 2]
    assert scores[0].points >= scores[1].points


def test_a_stranger_has_no_say(host: User, evening: Evening) -> None:
    other = person("Otto")
    other.groups.add(Group.objects.get(name="host"))
    (match,) = laid(host, evening)
    for user in (person("Anna"), User.objects.get(pk=other.pk)):
        client = signed_in(user)
        post(client, evening, "attend")
        page = client.get(evening.get_absolute_url()).content.decode()
        assert "Lay tables" not in page
        for act in ("tables", "seat", "put-out", "fill", "take-down", "close"):
            data = {**LAID, "table": match.id, "username": "Anna", "chair": f"{match.id}/Anna"}
            assert "notice warning" in post(client, evening, act, **data), act
    assert fresh(match).status == Match.Status.OPEN
    assert not match.players.exists()
    assert Evening.objects.get().closed_at is None
    assert evening.matches.count() == 1


def test_nobody_is_seated_who_may_not_or_is_not_there(host: User, evening: Evening) -> None:
    anna, berta = people("Anna", "Berta")
    (match,) = laid(host, evening)
    with pytest.raises(BadTable):
        evenings.seat(host, evening, match.id, "Anna")
    for user in (anna, berta):
        evenings.attend(user, evening)
    blocks.block(anna, berta)
    evenings.seat(host, evening, match.id, "Anna")
    evenings.seat(host, evening, match.id, "Anna")
    with pytest.raises(NotAllowed):
        evenings.seat(host, evening, match.id, "Berta")
    evenings.leave(berta, evening)
    assert evening.attendances.count() == 1


def test_the_host_keeps_the_tables_friendly(host: User, evening: Evening) -> None:
    rude, client = person("Rude"), signed_in(host)
    (match,) = laid(host, evening)
    lobby.join(rude, match.id)
    line = chat.post_line(open_match(rude, match.id), "Rude words.")
    client.get(evening.get_absolute_url())
    hide = f"/matches/{match.id}/chat/{line.id}/hide/"
    assert signed_in(rude).post(hide).status_code == 403
    assert client.post(hide).status_code == 302
    assert chat.lines(open_match(rude, match.id)) == []
    post(client, evening, "put-out", chair=f"{match.id}/Rude")
    assert not match.players.exists()
    acts = list(AuditEntry.objects.order_by("pk").values_list("act", "about"))
    assert acts == [("hide-line", "Rude"), ("host-put-out", "Rude")]
    assert fresh(match).status == Match.Status.OPEN


def test_a_full_table_is_closed_in_place_of_filled_anew(host: User, evening: Evening) -> None:
    """Whoever was given the chair would know the nonces of the others; nobody is blamed for it."""
    anna, berta = people("Anna", "Berta")
    (match,) = laid(host, evening)
    for user in (anna, berta):
        lobby.join(user, match.id, nonce_hash=hash_of(user))
    assert "about to begin" in signed_in(host).get(evening.get_absolute_url()).content.decode()
    post(signed_in(host), evening, "put-out", chair=f"{match.id}/Anna")
    assert fresh(match).status == Match.Status.CLOSED
    assert called_off_by(anna) == called_off_by(berta) == []


def test_a_host_hides_nothing_at_other_tables(host: User) -> None:
    from tests.helpers.matches import started

    anna, berta = people("Anna", "Berta")
    match = started(anna, berta)
    line = chat.post_line(open_match(anna, match.id), "Hello.")
    url = f"/matches/{match.id}/chat/{line.id}/hide/"
    assert signed_in(host).post(url).status_code == 403


def test_bots_fill_up_a_table_and_empty_ones_are_taken_down(host: User, evening: Evening) -> None:
    one, other = laid(host, evening, 2)
    client = signed_in(host)
    assert "Nobody sits there yet." in post(client, evening, "fill", table=one.id)
    lobby.join(person("Anna"), one.id)
    post(client, evening, "fill", table=one.id)
    post(client, evening, "take-down", table=other.id)
    statuses = [fresh(match).status for match in (one, other)]
    assert statuses == [Match.Status.RUNNING, Match.Status.CLOSED]


def test_there_are_only_so_many(host: User, evening: Evening) -> None:
    laid(host, evening, evenings.OPEN_TABLES)
    with pytest.raises(BadTable):
        laid(host, evening)
    for _ in range(evenings.EVENINGS_EACH - 1):
        evenings.open_evening(host, "Another")
    with pytest.raises(BadTable):
        evenings.open_evening(host, "One more")
    wish = TableRequest("condottiere", 2)
    assert lobby.open_table(host, wish).host == host, "their own tables are counted apart"


def test_a_banned_host_hosts_no_more(host: User, evening: Evening) -> None:
    (match,) = laid(host, evening)
    senior = person("Senior")
    senior.groups.add(Group.objects.get(name="senior moderator"))
    with committed():
        sanctions.give(User.objects.get(pk=senior.pk), host, "ban", "Insults.")
    assert fresh(match).status == Match.Status.CLOSED
    with pytest.raises(NotOpen):
        evenings.attend(person("Anna"), Evening.objects.get())
    assert signed_in(host).get("/evenings/").status_code == 403


def test_an_unknown_link_leads_nowhere(db: None) -> None:
    assert Client().get("/evenings/no-such-key/").status_code == 404
    assert Client().post("/evenings/no-such-key/attend/").status_code == 404


def test_strangers_see_it_and_are_asked_to_sign_in(evening: Evening) -> None:
    client = Client()
    assert "Sign in to play" in client.get(evening.get_absolute_url()).content.decode()
    assert client.post(f"{evening.get_absolute_url()}attend/").status_code == 401
    assert client.post(f"{evening.get_absolute_url()}burn/").status_code == 405
