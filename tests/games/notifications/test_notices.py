"""The page of notices: what it lists, what can be answered on it, and what it marks as read."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
import pytest_asyncio
from django.test import Client

from accounts.models import Sanction, User
from games.lobby.models import Decline
from games.lobby.services import admission, challenges
from games.lobby.services.challenges import Terms
from games.lobby.services.lobby import TableRequest
from games.matches.models import Match
from games.notifications.models import Notification, NotificationChoice
from games.notifications.services import inbox
from tests.helpers.caches import clear_caches
from tests.helpers.matches import committed, fresh, opened, people, signed_in
from tests.helpers.pages import assert_clean_page
from tests.helpers.sockets import aside, close_connections, screen

pytestmark = pytest.mark.django_db
Kind = Notification.Kind


def challenged(host: User, name: str) -> Match:
    request = TableRequest("condottiere", 2, invited=(name,))
    with committed():
        return challenges.challenge(host, request, Terms(), sure=True)


def page_of(client: Client) -> str:
    return assert_clean_page(client.get("/notices/")).text


def test_challenge_is_answered_on_notices_page(pair: list[User]) -> None:
    anna, berta = pair
    match = challenged(anna, "Berta")
    client = signed_in(berta)
    assert 'data-count="1"' in client.get("/games/").content.decode()
    page = page_of(client)
    assert "Anna challenges you to Condottiere." in page
    assert f"/matches/{match.id}/counter/" in page
    assert 'data-count="1"' in page, "the waiting challenge still counts"
    with committed():
        answer = client.post(f"/matches/{match.id}/join/", {"back": "notices"})
    assert answer["Location"] == match.get_absolute_url()
    page = page_of(client)
    assert f"/matches/{match.id}/counter/" not in page, "no answer is offered any more"
    assert "answered or expired" in page


def test_decline_returns_to_notices_and_shows_reason(pair: list[User]) -> None:
    anna, berta = pair
    match = challenged(anna, "Berta")
    form = {"back": "notices", "reason": Decline.SLOWER.value}
    with committed():
        answer = signed_in(berta).post(f"/matches/{match.id}/decline/", form)
    assert answer["Location"] == "/notices/"
    page = page_of(signed_in(anna))
    assert "Berta declined your challenge to Condottiere: I’d like a slower clock." in page
    assert 'data-count="0"' in page, "viewing the page marks the answer as read"
    assert inbox.unread(anna.pk) == []


def test_unknown_decline_reason_is_refused(pair: list[User]) -> None:
    match = challenged(pair[0], "Berta")
    answer = signed_in(pair[1]).post(f"/matches/{match.id}/decline/", {"reason": "x" * 300})
    assert answer.status_code == 400
    assert "from the list" in answer.content.decode()


def test_notice_link_redirects_and_marks_as_read(pair: list[User]) -> None:
    anna, berta = pair
    match = challenged(anna, "Berta")
    with committed():
        admission.decline(berta, match.id)
    client = signed_in(anna)
    number = Notification.objects.get(user=anna).pk
    assert signed_in(berta).get(f"/notices/{number}/").status_code == 404
    assert inbox.unread(anna.pk)
    assert client.get(f"/notices/{number}/")["Location"] == match.get_absolute_url()
    assert inbox.unread(anna.pk) == []


def test_all_notices_can_be_marked_as_read(pair: list[User]) -> None:
    challenged(pair[0], "Berta")
    client = signed_in(pair[1])
    assert client.post("/notices/read/")["Location"] == "/notices/"
    assert inbox.unread(pair[1].pk) == []
    assert "Propose something else" in page_of(client), "it can still be answered"


def test_notice_of_each_kind_is_listed(pair: list[User]) -> None:
    match = challenged(pair[0], "Berta")
    Notification.objects.all().delete()
    facts = {"event": "challenged", "sanction": Sanction.Kind.MUTE.value, "until": ""}
    facts["at"] = datetime(2026, 10, 1, tzinfo=UTC).isoformat()
    for kind in Kind:
        inbox.notify([pair[1].pk], kind, 1, match=match, actor=pair[0], facts=facts)
    assert page_of(signed_in(pair[1])).count('<li class="news-line') == len(Kind)


def test_head_request_marks_nothing_as_read(pair: list[User]) -> None:
    inbox.notify([pair[1].pk], Kind.GAME_NIGHT, 1, url="/", actor=pair[0])
    client = signed_in(pair[1])
    client.head("/notices/")
    assert inbox.unread(pair[1].pk)


def test_anonymous_visitor_must_sign_in() -> None:
    for address in ("/notices/", "/notices/1/", "/your-turn/"):
        assert Client().get(address)["Location"].startswith("/accounts/login/")


def test_your_turn_page_redirects_to_notices(pair: list[User]) -> None:
    assert signed_in(pair[0]).get("/your-turn/")["Location"] == "/notices/"


def test_chosen_kinds_and_callers_are_saved(pair: list[User]) -> None:
    client = signed_in(pair[0])
    text = assert_clean_page(client.get("/settings/notifications/")).text
    assert 'value="challenge:mail" checked' in text
    assert 'value="game_night:mail">' in text
    client.post("/settings/notifications/kinds/", {"wanted": ["turn:push", "game_night:mail"]})
    assert NotificationChoice.objects.get().channels["turn"] == ["push"]
    client.post("/settings/notifications/callers/", {"callers": "nobody"})
    text = client.get("/settings/notifications/").content.decode()
    assert 'value="game_night:mail" checked' in text
    assert 'value="challenge:mail">' in text
    assert 'value="nobody" checked' in text
    assert client.post("/settings/notifications/callers/", {"callers": "x"}).status_code == 400


def test_display_names_are_escaped(pair: list[User]) -> None:
    anna, berta = pair
    User.objects.filter(pk=anna.pk).update(display_name="<b>Anna {x}</b>")
    challenged(User.objects.get(pk=anna.pk), "Berta")
    assert "&lt;b&gt;Anna {x}&lt;/b&gt; challenges you" in page_of(signed_in(berta))


# --- Live


@pytest_asyncio.fixture
async def _connections_closed() -> AsyncIterator[None]:
    await aside(clear_caches)
    yield
    await close_connections()


@pytest.mark.django_db(transaction=True)
@pytest.mark.on_redis
@pytest.mark.usefixtures("_connections_closed")
async def test_notification_is_pushed_to_every_page() -> None:
    anna, berta = await aside(lambda: people("Anna", "Berta"))
    client = await aside(lambda: signed_in(berta))
    async with screen("/ws/me/?lang=en", client) as plain, screen("/ws/your-turn/", client) as page:
        assert 'data-count="0"' in await plain.frame()
        assert "Nothing is waiting for you" in await page.frame()
        match = await aside(lambda: opened(anna, seats=3))
        await aside(lambda: admission.invite_to(anna, match.id, "Berta"))
        frame = await plain.frame()
        assert 'data-count="1"' in frame
        assert "Anna invites you to a table of Condottiere." in frame
        assert "Anna invites you" in await page.frame()
        await aside(lambda: admission.decline(berta, match.id))
        assert 'data-count="0"' in await plain.frame()
        assert (await aside(lambda: fresh(match))).status == Match.Status.OPEN
