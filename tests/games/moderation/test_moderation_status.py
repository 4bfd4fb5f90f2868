"""A warning blocks moves until it is read, and sanctions hold at every endpoint."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import Sanction, User
from accounts.services import sanctions
from games.matches.models import Match
from tests.helpers.endpoints import ENDPOINTS, HTMX, Endpoint
from tests.helpers.matches import (
    CHOOSE,
    act,
    committed,
    events,
    mover,
    opened,
    people,
    person,
    seat_of,
    signed_in,
    started,
    turn_token,
    user_at,
)
from tests.helpers.ratings import finished
from tests.helpers.responses import Response

pytestmark = pytest.mark.django_db
FORM = {"seats": "2", "public": "yes", "clock": "free", "seat_1": ""}


def give(user: User, kind: str) -> Sanction:
    senior, new = User.objects.get_or_create(username="Senior")
    if new:
        senior.groups.add(Group.objects.get(name="senior moderator"))
    with committed():
        return sanctions.give(senior, user, kind, "Mind your words.")


@pytest.fixture
def warned(match: Match) -> tuple[Client, Sanction]:
    user = user_at(match, mover(match))
    return signed_in(user), give(user, "warning")


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.name)
def test_unread_warning_blocks_moves_until_read(
    endpoint: Endpoint, match: Match, warned: tuple[Client, Sanction]
) -> None:
    client, warning = warned
    token = turn_token(match, mover(match))
    status, code, words = endpoint.refusal(endpoint.move(client, match.id, CHOOSE, token))
    assert (status, code) == (403, "warning-unread")
    assert "Read it first" in words
    assert events(match) == []
    client.post(f"/settings/standing/{warning.pk}/read/")
    assert endpoint.move(client, match.id, CHOOSE, token).status_code in (200, 302)
    assert len(events(match)) == 1


def test_table_shows_warning_and_returns_after_reading(
    match: Match, warned: tuple[Client, Sanction]
) -> None:
    client, warning = warned
    page = client.get(match.get_absolute_url()).content.decode()
    assert "Mind your words." in page
    assert "I’ve read it" in page
    url = f"/settings/standing/{warning.pk}/read/"
    refused = ENDPOINTS[1].move(client, match.id, CHOOSE, turn_token(match, mover(match)))
    assert b"Mind your words." in refused.content, "also without a push"
    answer = client.post(url, {"next": match.get_absolute_url()}, headers=HTMX)
    assert answer.status_code == 200
    assert b"Mind" not in answer.content
    assert client.post(url, {"next": match.get_absolute_url()})["Location"] == (
        match.get_absolute_url()
    )
    assert client.post(url, {"next": "//evil.example"})["Location"] == "/settings/standing/"


def test_refused_move_page_links_back_to_table(
    match: Match, warned: tuple[Client, Sanction]
) -> None:
    client, _warning = warned
    came = {"Referer": f"http://testserver{match.get_absolute_url()}"}
    page = client.post(f"/matches/{match.id}/moves/", {"type": "pass"}, headers=came)
    assert page.status_code == 403
    assert f'name="next" value="{match.get_absolute_url()}"' in page.content.decode()


def test_only_recipient_marks_warning_as_read(
    match: Match, warned: tuple[Client, Sanction]
) -> None:
    _client, warning = warned
    signed_in(person("Stranger")).post(f"/settings/standing/{warning.pk}/read/")
    assert Sanction.objects.get(pk=warning.pk).read_at is None


Attempt = Callable[[], Response]
SOUGHT = {"games": ["condottiere"], "seats": ["2"], "clock": "live-10"}


def _move(client: Client, user: User, other: User) -> Attempt:
    match = started(user, other)
    seat = seat_of(match, user)
    while mover(match) != seat:
        act(match, mover(match), {"type": "decline"})
    move = {"type": "decline"} if events(match) else CHOOSE
    token = turn_token(match, seat)
    return lambda: ENDPOINTS[3].move(client, match.id, move, token)


def _open(client: Client, user: User, other: User) -> Attempt:
    return lambda: client.post("/games/condottiere/open/", FORM)


def _join(client: Client, user: User, other: User) -> Attempt:
    table = opened(other)
    return lambda: client.post(f"/matches/{table.id}/join/")


def _quick(client: Client, user: User, other: User) -> Attempt:
    return lambda: client.post("/quick/", SOUGHT)


def _quick_rated(client: Client, user: User, other: User) -> Attempt:
    return lambda: client.post("/quick/", {**SOUGHT, "rated": "on"})


def _ticket(client: Client, user: User, other: User) -> Attempt:
    wish = {**SOUGHT, "seats": [2], "rated": True}
    return lambda: client.post("/api/v1/tickets/", wish, content_type="application/json")


def _rematch(client: Client, user: User, other: User) -> Attempt:
    match = finished([user, other], [1, 2], rated=False)
    return lambda: client.post(f"/matches/{match.id}/rematch/")


def _say(client: Client, user: User, other: User) -> Attempt:
    match = started(user, other)
    return lambda: client.post(f"/matches/{match.id}/chat/", {"text": "Hello."})


def _name(client: Client, user: User, other: User) -> Attempt:
    words = {"display_name": "New name", "about": "", "language": ""}
    return lambda: client.post("/settings/profile/", words)


PLAY = (_move, _open, _join, _quick, _rematch)
RATED = (_quick_rated, _ticket)
HELD = {
    "warning": (*PLAY, *RATED, _say),
    "mute": (_say, _name),
    "unrated": RATED,
    "suspension": (*PLAY, *RATED, _say, _name),
    "ban": (*PLAY, *RATED, _say, _name),
}


@pytest.mark.parametrize("kind", HELD)
def test_sanction_blocks_only_its_own_endpoints_at_once(db: None, kind: str) -> None:
    for number, endpoint in enumerate((*PLAY, *RATED, _say, _name)):
        user, other = people(f"Rude{number}", f"Other{number}")
        attempt = endpoint(signed_in(user), user, other)
        give(user, kind)
        status = attempt().status_code
        if endpoint not in HELD[kind]:
            assert status in (200, 201, 302), (kind, endpoint.__name__)
        elif endpoint is _name:
            assert status == 200, "the form is shown again"
            assert User.objects.get(pk=user.pk).display_name == ""
        else:
            assert status in (403, 409), (kind, endpoint.__name__)
