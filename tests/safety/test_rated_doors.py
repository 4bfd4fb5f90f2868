"""Every way into rated play needs a confirmed address if mail is set up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.test import Client

from accounts.models import User
from accounts.permissions import may_play_rated
from games.lobby.models import Ticket
from games.lobby.presenters.lobby import lobby_for
from games.lobby.services import lobby, rematch
from games.lobby.services.lobby import TableRequest
from games.matches.models import Match, Player
from games.matches.refusals import AddressUnconfirmed
from tests.helpers.matches import people, signed_in
from tests.helpers.ratings import finished

pytestmark = pytest.mark.django_db
RATED = TableRequest("condottiere", 2, rated=True, clock="live-10")
OPEN = {"seats": "2", "seat_1": "", "public": "yes", "rated": "on", "clock": "live-10"}
SEEK = {"games": ["condottiere"], "seats": ["2"], "clock": "live-10"}
TICKET = {"games": ["condottiere"], "seats": [2], "clock": "live-10", "rated": True}


@pytest.fixture(autouse=True)
def _mail_is_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "MAIL_IS_SET_UP", True)


def confirm(user: User) -> None:
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)


def open_a_table(client: Client, table: Match, former: Match) -> Any:
    return client.post("/games/condottiere/open/", OPEN)


def join_a_table(client: Client, table: Match, former: Match) -> Any:
    return client.post(f"/matches/{table.id}/join/")


def look_for_opponents(client: Client, table: Match, former: Match) -> Any:
    return client.post("/quick/", {**SEEK, "rated": "yes"})


def file_a_ticket(client: Client, table: Match, former: Match) -> Any:
    return client.post("/api/v1/tickets/", TICKET, content_type="application/json")


def offer_a_rematch(client: Client, table: Match, former: Match) -> Any:
    return client.post(f"/matches/{former.id}/rematch/")


DOORS: list[Callable[[Client, Match, Match], Any]] = [
    *(open_a_table, join_a_table, look_for_opponents, file_a_ticket, offer_a_rematch)
]


@pytest.mark.parametrize("door", DOORS)
def test_rated_entry_without_confirmed_address_is_refused(door: Callable[..., Any]) -> None:
    anna, berta = people("Anna", "Berta")
    confirm(berta)
    table, former = lobby.open_table(berta, RATED), finished([anna, berta], [1, 2])
    Match.objects.filter(id=former.id).update(pace="live", bank=600, increment=15)
    before = Player.objects.count(), Match.objects.count(), Ticket.objects.count()
    answer = door(signed_in(anna), table, former)
    assert answer.status_code == 403, answer.content
    text = answer.content.decode()
    assert "Rated play needs a confirmed email address." in text
    if door is file_a_ticket:
        assert answer.json()["error"]["code"] == "unconfirmed-address"
    else:
        assert "/accounts/email/" in text, "it says where to do that"
    assert (Player.objects.count(), Match.objects.count(), Ticket.objects.count()) == before
    confirm(anna)
    assert door(signed_in(anna), table, former).status_code in (201, 302)


def test_rematch_needs_confirmed_address_of_joining_player() -> None:
    anna, berta = people("Anna", "Berta")
    confirm(berta)
    former = finished([anna, berta], [1, 2])
    Match.objects.filter(id=former.id).update(pace="live", bank=600, increment=15)
    with pytest.raises(AddressUnconfirmed):
        rematch.offer(anna, former.id)
    confirm(anna)
    offered = rematch.offer(berta, former.id)
    EmailAddress.objects.filter(user=anna).update(verified=False)
    with pytest.raises(AddressUnconfirmed):
        lobby.join(anna, offered.id, sure=True)


def test_lobby_explains_confirmed_address_next_to_table() -> None:
    anna, berta = people("Anna", "Berta")
    confirm(berta)
    lobby.open_table(berta, RATED)
    assert "confirmed email address" in lobby_for(anna).open[0].why_not
    assert not lobby_for(berta).open


def test_site_without_mail_needs_no_confirmed_address(monkeypatch: pytest.MonkeyPatch) -> None:
    (anna,) = people("Anna")
    assert not may_play_rated(anna)
    monkeypatch.setattr(settings, "MAIL_IS_SET_UP", False)
    assert may_play_rated(anna)
