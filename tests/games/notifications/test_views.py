"""Notification settings and the link that stops mails."""

import json
import re
import socket
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from games.notifications.models import Delivery, Mailing, Notification, PushDevice, Webhook
from games.notifications.services import channels, choices, http_guard
from games.notifications.services.webpush import new_private_key, public_key
from tests.helpers.matches import mover, people, person, signed_in, started, user_at
from tests.helpers.notices import LATER, SOON, Browser, post_after, verified
from tests.helpers.outside import NAME, Neighbour, neighbour
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db
PAGE = "/settings/notifications/"
HOOK = f"https://{NAME}/hook"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def anna(db: None) -> User:
    return verified(person("Anna"))


@pytest.fixture
def client(anna: User) -> Client:
    return signed_in(anna)


@pytest.fixture
def key(settings: Settings) -> str:
    settings.VAPID_PRIVATE_KEY = new_private_key()
    return public_key()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Neighbour]:
    with neighbour() as about:
        monkeypatch.setattr(http_guard, "CLIENT", about.outside)
        yield about


def page(client: Client) -> str:
    return assert_clean_page(client.get(PAGE)).text


def test_anonymous_visitor_must_sign_in() -> None:
    for path in (PAGE, "/notices/"):
        response = Client().get(path)
        assert response.status_code == 302
        assert response["Location"].startswith("/accounts/login/")


def test_settings_page_links_to_notification_settings(client: Client) -> None:
    assert f'href="{PAGE}"' in client.get("/settings/").content.decode()


def test_mail_mode_is_saved(client: Client, anna: User) -> None:
    assert re.search(r'value="at-once" checked', page(client))
    client.post(f"{PAGE}mail/", {"mode": "daily"})
    assert Mailing.objects.get(user=anna).mode == "daily"
    assert re.search(r'value="daily" checked', page(client))
    assert client.post(f"{PAGE}mail/", {"mode": "hourly"}).status_code == 404


def test_page_explains_missing_or_unverified_address() -> None:
    text = page(signed_in(person("Carla")))
    assert "carla@example.org isn’t confirmed yet" in text
    assert 'name="mode"' not in text
    unverified = User.objects.create_user("Nobody1")
    assert "Your account has no email address" in page(signed_in(unverified))


def test_webhook_is_set_renewed_and_removed(client: Client, anna: User) -> None:
    client.post(f"{PAGE}webhook/", {"url": " https://hook.example/turn "})
    hook = Webhook.objects.get(user=anna)
    assert hook.url == "https://hook.example/turn"
    assert hook.secret in page(client)
    client.post(f"{PAGE}webhook/", {"url": "https://hook.example/other"})
    assert Webhook.objects.get(user=anna).secret == hook.secret, "the secret stays"
    client.post(f"{PAGE}webhook/", {"act": "renew"})
    assert Webhook.objects.get(user=anna).secret != hook.secret
    client.post(f"{PAGE}webhook/", {"act": "remove"})
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(
    "url", ["", "http://hook.example/", "https://localhost/", "https://10.0.0.1/", "x" * 2000]
)
def test_invalid_webhook_address_is_shown_with_error(client: Client, url: str) -> None:
    page = assert_clean_page(client.post(f"{PAGE}webhook/", {"url": url}), 400).text
    assert 'id="hook-wrong"' in page
    # The form is far below the fold: the focus brings it into sight.
    assert 'aria-invalid="true" autofocus' in page
    assert not Webhook.objects.exists()


def subscribe(client: Client, browser: Browser, **more: object) -> int:
    body = {"endpoint": browser.endpoint, "keys": browser.keys, **more}
    response = client.post(
        f"{PAGE}devices/", body, content_type="application/json", headers={"User-Agent": FIREFOX}
    )
    return response.status_code


def test_browser_is_added_and_removed(client: Client, anna: User, key: str) -> None:
    assert f'data-key="{key}"' in page(client)
    assert subscribe(client, Browser()) == 201
    assert subscribe(client, Browser()) == 201
    device = PushDevice.objects.get(user=anna)
    assert "Firefox on Linux" in page(client)
    client.post(f"{PAGE}devices/{device.pk}/remove/")
    assert not PushDevice.objects.exists()


def test_browser_belongs_to_last_signed_in_user(client: Client, key: str) -> None:
    browser = Browser()
    subscribe(client, browser)
    berta = person("Berta")
    subscribe(signed_in(berta), browser)
    assert PushDevice.objects.get().user == berta


def test_sign_out_removes_only_this_browser(client: Client, anna: User, key: str) -> None:
    Browser("/push/other").subscribe(anna)
    subscribe(client, Browser())
    client.post("/accounts/logout/")
    assert [device.endpoint[-5:] for device in PushDevice.objects.all()] == ["other"]


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "https://127.0.0.1/push"},
        {"endpoint": "http://push.example/"},
        {"endpoint": 7},
        {"keys": {"p256dh": "x", "auth": "y"}},
        {"keys": {"p256dh": "x"}},
        {"keys": None},
    ],
)
def test_invalid_subscription_is_refused(client: Client, key: str, change: dict[str, Any]) -> None:
    assert subscribe(client, Browser(), **change) == 400
    assert not PushDevice.objects.exists()


@pytest.mark.parametrize("body", ["[", "[]", "7", "[" * 5000, '"x"'])
def test_invalid_json_is_refused(client: Client, key: str, body: str) -> None:
    response = client.post(f"{PAGE}devices/", body, content_type="application/json")
    assert (response.status_code, response.json()["error"]["code"]) == (400, "bad-body")


def test_browsers_per_user_are_limited_to_ten(client: Client, key: str) -> None:
    answers = [subscribe(client, Browser(f"/push/{n}")) for n in range(11)]
    assert answers == [201] * 10 + [400]


def test_devices_of_others_cannot_be_changed(client: Client, key: str) -> None:
    berta = person("Berta")
    device = Browser().subscribe(berta)
    client.post(f"{PAGE}devices/{device.pk}/remove/")
    client.post(f"{PAGE}test/", {"channel": "push", "device": device.pk})
    assert PushDevice.objects.exists()
    assert not Delivery.objects.exists()


def test_test_message_is_sent_and_shown(
    client: Client, anna: User, key: str, server: Neighbour
) -> None:
    browser = Browser()
    device = browser.subscribe(anna)
    hook = channels.set_webhook(anna, browser.endpoint)
    channels.set_mail(anna, "never")
    for choice in (
        {"channel": "mail"},
        {"channel": "webhook"},
        {"channel": "push", "device": device.pk},
    ):
        assert client.post(f"{PAGE}test/", choice).status_code == 302
    waiting = page(client)
    assert waiting.count("</svg>on its way</span>") == 3
    assert 'hx-trigger="every 2s"' in waiting
    post_after(SOON)
    assert [letter.subject for letter in mail.outbox] == ["Test from Tavola"]
    bodies = [got.body for got in server.received]
    assert {"type": "test"}.items() <= json.loads(bodies[0]).items()
    assert json.loads(browser.read(bodies[1]))["title"] == "It works!"
    done = page(client)
    assert done.count("</svg>sent</span>") == 3
    assert "every 2s" not in done
    assert hook.secret not in done.split('id="deliveries"')[1]


def test_test_messages_are_limited(client: Client, anna: User) -> None:
    answers = [client.post(f"{PAGE}test/", {"channel": "mail"}, follow=True) for _ in range(6)]
    assert Delivery.objects.count() == 5
    assert "Enough tests for now" in answers[-1].content.decode()


@pytest.mark.parametrize("channel", ["", "pigeon", "push", "webhook"])
def test_test_message_without_channel_is_refused(client: Client, channel: str) -> None:
    answer = client.post(f"{PAGE}test/", {"channel": channel, "device": "7"}, follow=True)
    assert "nowhere to send to" in answer.content.decode()
    assert not Delivery.objects.exists()


def test_failures_and_disabled_channels_are_shown(
    client: Client, anna: User, key: str, server: Neighbour
) -> None:
    browser = Browser()
    browser.subscribe(anna)
    channels.set_webhook(anna, browser.endpoint)
    Webhook.objects.update(failures=4)
    berta, seeds = person("Berta"), count(1)
    while user_at(match := started(anna, berta, seed=next(seeds)), mover(match)) != anna:
        match.delete()
    server.status = 410
    post_after(SOON)
    text = page(client)
    assert text.count("The address no longer exists.") == 2
    assert text.count("</svg>failed</span>") == 2
    assert "5 deliveries in a row failed" in text
    assert "turned off" in text


@pytest.fixture
def hooked(client: Client, server: Neighbour) -> Neighbour:
    """Set the address of the server as the webhook, by the form."""
    client.post(f"{PAGE}webhook/", {"url": HOOK})
    return server


def sent_test(client: Client) -> str:
    """Send a test of the webhook by its button, and return the log on the page without times."""
    client.post(f"{PAGE}test/", {"channel": "webhook"})
    post_after(SOON)
    log = page(client).split('id="deliveries"')[1].split("</ul>")[0]
    return re.sub("<time.*?</time>", "", log)


def test_page_shows_no_more_of_an_answer_than_its_status(
    client: Client, hooked: Neighbour, caplog: pytest.LogCaptureFixture
) -> None:
    """Otherwise a user could read pages that only the site's own network can."""
    hooked.raw = b"HTTP/1.1 503 inside\r\nX-Inside: inside\r\n\r\n<p>inside", b"inside"
    shown = sent_test(client)
    assert "It answered with error 503." in shown
    assert "inside" not in shown
    for secret in ("inside", HOOK):
        assert secret not in caplog.text


def test_redirect_of_webhook_is_shown_and_not_followed(client: Client, hooked: Neighbour) -> None:
    hooked.status, hooked.headers = 302, {"Location": HOOK}
    assert "We don’t follow redirects." in sent_test(client)
    assert len(hooked.received) == 1


def test_page_does_not_tell_private_names_from_unknown_ones(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name may also lead elsewhere after its webhook was saved."""

    def unknown(*_args: object, **_more: object) -> list[Any]:
        raise socket.gaierror

    def private(host: str, port: int, **_more: object) -> list[Any]:
        return [(0, 0, 0, "", ("10.0.0.1", port))]

    client.post(f"{PAGE}webhook/", {"url": HOOK})
    monkeypatch.setattr(http_guard, "CLIENT", http_guard.GuardedClient())
    logs = []
    for answer in (unknown, private):
        monkeypatch.setattr(socket, "getaddrinfo", answer)
        logs.append(sent_test(client))
        Delivery.objects.all().delete()
    assert "This name doesn’t lead to a public address." in logs[0]
    assert logs[0] == logs[1]


# --- The link that stops the mails


@pytest.fixture
def link(anna: User) -> str:
    """As it came with a mail."""
    match = started(anna, verified(person("Berta")))
    post_after(LATER)
    user = user_at(match, mover(match))
    [letter] = [one for one in mail.outbox if one.to == [user.email]]
    link = str(letter.extra_headers["List-Unsubscribe"])[1:-1]
    return link.removeprefix("http://127.0.0.1:8000")


def test_get_of_unsubscribe_link_stops_nothing(link: str) -> None:
    assert_clean_page(Client().get(link))
    assert Mailing.objects.get().mode == "at-once"


@pytest.mark.parametrize("body", [{"List-Unsubscribe": "One-Click"}, {}])
def test_one_click_stops_mails_without_sign_in(link: str, body: dict[str, str]) -> None:
    """A mail program posts it, without a cookie and without a token against forgery."""
    stranger = Client(enforce_csrf_checks=True)
    response = stranger.post(link, body)
    assert_clean_page(response, 200)
    assert Mailing.objects.get().mode == "never"
    assert response["Referrer-Policy"] == "no-referrer"
    assert stranger.post(link, body).status_code == 200, "repeating it changes nothing"


def test_waiting_mails_are_dropped(link: str) -> None:
    user = Mailing.objects.get().user
    channels.send_test(user, "mail")
    Client().post(link)
    assert not Delivery.objects.filter(state="waiting").exists()


def test_unsubscribe_link_keeps_webhook(link: str) -> None:
    user = Mailing.objects.get().user
    channels.set_webhook(user, "https://hook.example/")
    Client().post(link)
    assert Webhook.objects.get().stopped_at is None


def test_changed_unsubscribe_link_is_not_found(link: str) -> None:
    for bad in (f"{link[:-2]}x/", "/stop-mail/x/", "/stop-mail/1:2:3/"):
        response = Client().post(bad)
        assert_clean_page(response, 404)
    assert Mailing.objects.get().mode == "at-once"


def test_unsubscribe_link_decides_whose_mail_stops(link: str) -> None:
    other = signed_in(person("Other"))
    other.post(link)
    assert Mailing.objects.get().user.username != "Other"


# --- The page of waiting tables


def test_waiting_tables_are_listed_on_notices_page(anna: User) -> None:
    berta, carla = people("Berta", "Carla")
    match = started(anna, berta, carla)
    on_turn = signed_in(user_at(match, mover(match)))
    other = signed_in(user_at(match, (mover(match) + 1) % 3))
    page = assert_clean_page(on_turn.get("/notices/")).text
    assert f'id="table-{match.id}"' in page
    assert "1 table is waiting for you" in page
    theirs = other.get("/notices/").content.decode()
    assert "No tables are waiting for you" in theirs
    assert "Waiting for others" in theirs
    page = assert_clean_page(signed_in(person("Dora")).get("/notices/")).text
    assert "Find a table" in page


def test_bell_counts_waiting_tables_other_than_shown_match(anna: User) -> None:
    berta = person("Berta")
    matches = [started(anna, berta, seed=seed) for seed in range(1, 9)]
    mine = [match for match in matches if user_at(match, mover(match)) == anna]
    client = signed_in(anna)
    assert f'data-count="{len(mine)}"' in client.get("/").content.decode()
    at_table = client.get(f"/matches/{mine[0].id}/").content.decode()
    assert f'data-count="{len(mine) - 1}"' in at_table
    assert "other table" in at_table
    assert 'id="bell"' not in Client().get("/").content.decode()


def test_page_lists_every_kind_of_news_for_programs(anna: User, client: Client) -> None:
    Webhook.objects.create(user=anna, url="https://example.org/", secret="x")
    text = page(client)
    assert "we always notify you in every way that is set up below" in text
    for kind in Notification.Kind.values:
        assert f"<code>{kind}</code>" in text
        assert (f'value="{kind}:webhook"' in text) is (kind in choices.KINDS)
