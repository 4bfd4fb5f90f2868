"""The Atom feed of a user's matches contains only public information."""

from __future__ import annotations

from datetime import UTC, datetime
from xml.etree.ElementTree import Element, fromstring

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import Privacy, User
from tests.helpers.matches import signed_in
from tests.helpers.ratings import finished

pytestmark = pytest.mark.django_db
START = datetime(2026, 3, 1, 12, tzinfo=UTC)
ATOM = "{http://www.w3.org/2005/Atom}"


def entries_of(client: Client, person: User) -> list[Element]:
    answer = client.get(f"/players/{person.username}/matches.atom")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    return fromstring(answer.content).findall(f"{ATOM}entry")


def test_feed_lists_public_matches_newest_first(pair: list[User]) -> None:
    finished(pair, [1, 2], at=START)
    last = finished(pair, [2, 1], at=START.replace(day=2))
    last.players.filter(user=pair[0]).update(name="<b>")
    newest, older = entries_of(Client(), pair[0])
    address = newest.find(f"{ATOM}link")
    assert address is not None
    assert address.get("href") == f"{settings.SITE_URL}{last.get_absolute_url()}"
    title = newest.findtext(f"{ATOM}title") or ""
    assert "Berta" in title
    assert "&lt;b&gt;" in title, "many readers take titles for HTML"
    updated = [one.findtext(f"{ATOM}updated") or "" for one in (newest, older)]
    assert updated == sorted(updated, reverse=True)
    assert newest.findtext(f"{ATOM}summary")


def test_feed_is_same_for_every_viewer(pair: list[User]) -> None:
    hidden = finished(pair, [1, 2], at=START)
    hidden.public = False
    hidden.save()
    hidden.players.update(public=False)
    assert entries_of(Client(), pair[0]) == []
    assert entries_of(signed_in(pair[0]), pair[0]) == [], "feed readers have no session"


def test_hidden_matches_have_no_feed(pair: list[User]) -> None:
    finished(pair, [1, 2], at=START)
    Privacy.objects.create(user=pair[0], matches="members")
    for client in (Client(), signed_in(pair[1])):
        assert client.get(f"/players/{pair[0].username}/matches.atom").status_code == 403


def test_unknown_player_has_no_feed() -> None:
    assert Client().get("/players/nobody/matches.atom").status_code == 404
    assert Client().post("/players/nobody/matches.atom").status_code == 405


@pytest.mark.parametrize("matches", [0, 1])
def test_feed_that_a_reader_has_is_not_sent_again(pair: list[User], matches: int) -> None:
    for _ in range(matches):
        finished(pair, [1, 2], at=START)
    address = f"/players/{pair[0].username}/matches.atom"
    first = Client().get(address)
    known = {"If-None-Match": first["ETag"]}
    assert Client().get(address, headers=known).status_code == 304
    finished(pair, [2, 1], at=START.replace(day=2))
    assert Client().get(address, headers=known).status_code == 200
