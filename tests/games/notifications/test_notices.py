"""The page of all that waits: what stands there, what is answered there, and what is read by it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.lobby.models import Decline
from games.lobby.services import admission, challenges
from games.lobby.services.challenges import Terms
from games.lobby.services.lobby import TableRequest
from games.matches.models import Match
from games.notifications.models import Notification, NotificationChoice
from games.notifications.services import inbox
from tests.helpers.matches import committed, fresh, opened, people, signed_in
from tests.helpers.pages import assert_clean_page
from tests.helpers.sockets import aside, close_connections, screen

pytestmark = pytest.mark.django_db
Kind = Notification.Kind


@pytest.fixture
def users(db: None) -> list[User]:
    return people("Anna", "Berta")


def challenged(host: User, name: str) -> Match:
    request = TableRequest("condottiere", 2, invited=(name,))
    with committed():
        return challenges.challenge(host, request, Terms(), sure=True)


def page_of(client: Client) -> str:
    answer = client.get("/notices/")
    assert_clean_page(answer)
    return answer.content.decode()


def test_a_challenge_is_answered_from_the_page(users: list[User]) -> None:
    anna, berta = users
    match = challenged(anna, "Berta")
    client = signed_in(berta)
    assert 'data-count="1"' in client.get("/games/").content.decode()
    page = page_of(client)
    assert "Anna challenges you to Condottiere." in page
    assert f"/matches/{match.id}/counter/" in page
    assert 'data-count="1"' in page, "what waits still counts"
    with committed():
        answer = client.post(f"/matches/{match.id}/join/", {"back": "notices"})
    assert answer["Location"] == match.get_absolute_url()
    page = page_of(client)
    assert f"/matches/{match.id}/counter/" not in page, "there is nothing left to answer"
    assert "answered or over" in page


def test_declining_leads_back_and_the_reason_is_read(users: list[User]) -> None:
    anna, berta = users
    match = challenged(anna, "Berta")
    form = {"back": "notices", "reason": Decline.SLOWER.value}
    with committed():
        answer = signed_in(berta).post(f"/matches/{match.id}/decline/", form)
    assert answer["Location"] == "/notices/"
    page = page_of(signed_in(anna))
    assert "Berta declines your challenge to Condottiere: I would like a slower clock." in page
    assert 'data-count="0"' in page, "an answer was read by looking"
    assert inbox.unread(anna.pk) == []


def test_an_unknown_reason_is_refused(users: list[User]) -> None:
    match = challenged(users[0], "Berta")
    answer = signed_in(users[1]).post(f"/matches/{match.id}/decline/", {"reason": "x" * 300})
    assert answer.status_code == 400
    assert "from the list" in answer.content.decode()


def test_a_line_leads_to_its_place_and_counts_as_read(users: list[User]) -> None:
    anna, berta = users
    match = challenged(anna, "Berta")
    with committed():
        admission.decline(berta, match.id)
    client = signed_in(anna)
    number = Notification.objects.get(user=anna).pk
    assert signed_in(berta).get(f"/notices/{number}/").status_code == 404
    assert inbox.unread(anna.pk)
    assert client.get(f"/notices/{number}/")["Location"] == match.get_absolute_url()
    assert inbox.unread(anna.pk) == []


def test_all_can_be_marked_as_read(users: list[User]) -> None:
    challenged(users[0], "Berta")
    client = signed_in(users[1])
    assert client.post("/notices/read/")["Location"] == "/notices/"
    assert inbox.unread(users[1].pk) == []
    assert "Propose something else" in page_of(client), "it can be answered all the same"


def test_a_head_request_changes_nothing(users: list[User]) -> None:
    inbox.notify([users[1].pk], Kind.EVENING, 1, url="/", actor=users[0])
    client = signed_in(users[1])
    client.head("/notices/")
    assert inbox.unread(users[1].pk)


def test_strangers_are_sent_to_sign_in() -> None:
    for address in ("/notices/", "/notices/1/", "/your-turn/"):
        assert Client().get(address)["Location"].startswith("/accounts/login/")


def test_older_links_lead_here(users: list[User]) -> None:
    assert signed_in(users[0]).get("/your-turn/")["Location"] == "/notices/"


def test_the_choice_of_kinds_and_of_callers_is_saved(users: list[User]) -> None:
    client = signed_in(users[0])
    page = client.get("/settings/notifications/")
    assert_clean_page(page)
    text = page.content.decode()
    assert 'value="challenge:mail" checked' in text
    assert 'value="evening:mail">' in text
    client.post("/settings/notifications/kinds/", {"wanted": ["turn:push", "evening:mail"]})
    assert NotificationChoice.objects.get().channels["turn"] == ["push"]
    client.post("/settings/notifications/callers/", {"callers": "nobody"})
    text = client.get("/settings/notifications/").content.decode()
    assert 'value="evening:mail" checked' in text
    assert 'value="challenge:mail">' in text
    assert 'value="nobody" checked' in text
    assert client.post("/settings/notifications/callers/", {"callers": "x"}).status_code == 400


def test_names_are_shown_as_text(users: list[User]) -> None:
    anna, berta = users
    User.objects.filter(pk=anna.pk).update(display_name="<b>Anna {x}</b>")
    challenged(User.objects.get(pk=anna.pk), "Berta")
    assert "&lt;b&gt;Anna {x}&lt;/b&gt; challenges you" in page_of(signed_in(berta))


# --- Live


@pytest_asyncio.fixture
async def _connections_closed() -> AsyncIterator[None]:
    await aside(cache.clear)
    yield
    await close_connections()


@pytest.mark.django_db(transaction=True)
@pytest.mark.on_redis
@pytest.mark.usefixtures("_connections_closed")
async def test_it_rings_on_every_page_at_once() -> None:
    anna, berta = await aside(lambda: people("Anna", "Berta"))
    client = await aside(lambda: signed_in(berta))
    async with screen("/ws/me/?lang=en", client) as plain, screen("/ws/your-turn/", client) as page:
        assert 'data-count="0"' in await plain.frame()
        assert "Nothing waits for you" in await page.frame()
        match = await aside(lambda: opened(anna, seats=3))
        await aside(lambda: admission.invite_to(anna, match.id, "Berta"))
        frame = await plain.frame()
        assert 'data-count="1"' in frame
        assert "Anna asks you to a table of Condottiere." in frame
        assert "Anna asks you" in await page.frame()
        await aside(lambda: admission.decline(berta, match.id))
        assert 'data-count="0"' in await plain.frame()
        assert (await aside(lambda: fresh(match))).status == Match.Status.OPEN
