"""Sockets close as soon as the session they were opened with ends; others stay open."""

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client

from accounts.models import User
from accounts.services import deletion, guests, sessions
from core.monitoring.asgi import SIGNED_OUT
from games.matches.publish import session_group
from games.matches.sockets.consumers import RECONNECT, REFUSED
from tests.accounts.conftest import PASSWORD, prove_it, sign_in
from tests.helpers.matches import person, signed_in, started
from tests.helpers.sockets import Screen, all_quiet, aside, screen

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("connections_closed"),
]


@pytest.fixture
def anna(transactional_db: None) -> User:
    return User.objects.create_user("Anna", "anna@example.org", PASSWORD)


def at(anna: User) -> Client:
    client = Client()
    sign_in(client, "Anna")
    return client


def device_of(client: Client) -> UserSession:
    return UserSession.objects.get(session_key=client.cookies["sessionid"].value)


@pytest.mark.on_redis
async def test_signed_out_device_receives_no_more_frames(anna: User) -> None:
    phone, desk = await aside(lambda: at(anna)), await aside(lambda: at(anna))
    other = await aside(lambda: signed_in(person("Berta")))
    async with (
        screen("/ws/me/", phone) as lost,
        screen("/ws/me/", desk) as kept,
        screen("/ws/me/", other) as others,
    ):
        for each in (lost, kept, others):
            await each.frame()
        pk = await aside(lambda: device_of(phone).pk)
        await aside(lambda: desk.post(f"/settings/devices/{pk}/end/"))
        assert await lost.closed_with() == RECONNECT
        assert await all_quiet(kept, others)
    again = Screen("/ws/me/", phone)
    assert await again.connect()
    assert await again.closed_with() == SIGNED_OUT


async def test_signing_out_other_devices_keeps_current_socket(anna: User) -> None:
    phone, desk = await aside(lambda: at(anna)), await aside(lambda: at(anna))
    async with screen("/ws/lobby/", phone) as lost, screen("/ws/me/", desk) as kept:
        await lost.frame()
        await kept.frame()
        await aside(lambda: desk.post("/accounts/sessions/"))
        assert await lost.closed_with() == RECONNECT
        assert await kept.silent()


async def test_signing_out_closes_all_pages_of_browser(anna: User) -> None:
    here, phone = await aside(lambda: at(anna)), await aside(lambda: at(anna))
    match = await aside(lambda: started(anna, person("Berta"), public=False))
    async with (
        screen(f"/ws/matches/{match.id}/", here) as table,
        screen("/ws/me/", phone) as kept,
    ):
        await table.frame()
        await kept.frame()
        cookie = here.cookies["sessionid"].value
        await aside(lambda: here.post("/accounts/logout/"))
        assert await table.closed_with() == RECONNECT
        assert await kept.silent()
    here.cookies["sessionid"] = cookie
    stranger = Screen(f"/ws/matches/{match.id}/", here)
    assert await stranger.connect()
    assert await stranger.closed_with() == REFUSED, "a private table, to a stranger"
    await stranger.disconnect()


async def test_signing_out_everywhere_closes_sockets_of_guest(transactional_db: None) -> None:
    guest = await aside(guests.new_guest)
    client = await aside(lambda: signed_in(guest))
    async with screen("/ws/me/", client) as page:
        await page.frame()
        await aside(lambda: sessions.sign_out_everywhere(guest))
        assert await page.closed_with() == RECONNECT


async def test_new_password_makes_every_page_reconnect(anna: User) -> None:
    phone, desk = await aside(lambda: at(anna)), await aside(lambda: at(anna))
    form = {"oldpassword": PASSWORD, "password1": "eight loud rivers", "password2": ""}
    async with screen("/ws/me/", phone) as lost, screen("/ws/me/", desk) as mine:
        await lost.frame()
        await mine.frame()
        await aside(lambda: prove_it(desk))
        await aside(
            lambda: desk.post(
                "/accounts/password/change/", {**form, "password2": form["password1"]}
            )
        )
        assert await lost.closed_with() == RECONNECT
        assert await mine.closed_with() == RECONNECT
    async with screen("/ws/me/", phone) as late:
        assert await late.closed_with() == SIGNED_OUT
    async with screen("/ws/me/", desk) as again:
        assert await again.frame()


async def test_session_that_ends_during_connect_closes_socket(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.matches.sockets import consumers

    client = await aside(lambda: at(anna))
    visitor_of = consumers.LiveConsumer._visitor

    async def slow(self: consumers.LiveConsumer) -> object:
        visitor = await visitor_of(self)
        await aside(lambda: device_of(client).end())
        return visitor

    monkeypatch.setattr(consumers.LiveConsumer, "_visitor", slow)
    async with screen("/ws/me/", client) as page:
        assert await page.closed_with() == RECONNECT


async def test_closed_account_closes_its_sockets(anna: User) -> None:
    from django.utils import timezone

    client = await aside(lambda: at(anna))
    async with screen("/ws/me/", client) as page:
        await page.frame()
        await aside(lambda: User.objects.update(closes_at=timezone.now()))
        assert await aside(lambda: deletion.deactivate(anna))
        assert await page.closed_with() == RECONNECT


def test_session_group_name_hides_session_key() -> None:
    key = "abcdefghijklmnopqrstuvwxyz012345"
    assert key not in session_group(key)
    assert session_group(key) != session_group(key[::-1])
    assert len(session_group(key)) < 100
