"""The webhook of a club: what it gets, who sets it, and that it ends with its founder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from accounts.models import User
from games.clubs.models import Club, ClubWebhook
from games.clubs.services import members, webhooks
from games.matches.refusals import BadWebhook, NoSuchChannel, NotAllowed
from games.matches.services import presence
from games.notifications.models import Delivery, Notification
from games.notifications.services import group_webhooks, http_guard
from games.notifications.services.dispatch import STOPS_AFTER
from games.notifications.services.messages import signature
from games.notifications.words import sentence_of
from tests.games.clubs.conftest import at
from tests.games.clubs.test_results import lost_by
from tests.helpers.matches import signed_in
from tests.helpers.notices import SOON, post_after
from tests.helpers.outside import NAME, Neighbour, neighbour

pytestmark = pytest.mark.django_db
HOOK = f"https://{NAME}/club"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Neighbour]:
    with neighbour() as one:
        monkeypatch.setattr(http_guard, "CLIENT", one.outside)
        yield one


@pytest.fixture
def hook(anna: User, club: Club) -> ClubWebhook:
    webhooks.set_webhook(at(club, anna), HOOK)
    return ClubWebhook.objects.get()


def queued() -> list[dict[str, Any]]:
    waiting = Delivery.objects.exclude(group_webhook=None).order_by("pk")
    return [one.content or {} for one in waiting]


def test_news_is_sent_signed_while_founder_has_page_in_view(
    server: Neighbour, anna: User, carla: User, club: Club, hook: ClubWebhook
) -> None:
    presence.set_present(anna.pk)
    members.join(at(club, carla))
    post_after(SOON)
    (got,) = server.received
    body = json.loads(got.body)
    assert (got.path, body["type"]) == ("/club", "member-joined")
    assert (body["data"]["club"], body["data"]["username"]) == (club.slug, "Carla")
    name, at_ = got.headers["webhook-id"], got.headers["webhook-timestamp"]
    assert got.headers["webhook-signature"] == signature(hook.secret, name, at_, got.body)
    sent = Delivery.objects.get(group_webhook=hook)
    assert (sent.state, sent.content) == ("sent", None)


def test_results_of_public_matches_and_former_members(
    anna: User, berta: User, club: Club, hook: ClubWebhook
) -> None:
    match = lost_by(anna, berta)
    lost_by(anna, berta, public=False)
    members.leave(at(club, berta))
    ended, left = queued()
    assert ended["type"] == "match-finished"
    assert ended["data"]["match"] == match.pk
    places = {one["username"]: one["place"] for one in ended["data"]["players"]}
    assert places == {"Berta": 1, "Anna": 2}
    assert (left["type"], left["data"]["username"]) == ("member-left", "Berta")


def test_queue_is_bounded(
    carla: User, club: Club, hook: ClubWebhook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group_webhooks, "WAITING_EACH", 1)
    for _time in range(2):
        members.join(at(club, carla))
        members.leave(at(club, carla))
    assert [one["type"] for one in queued()] == ["member-joined"]


def test_failing_address_is_turned_off_and_saving_turns_it_on(
    server: Neighbour, anna: User, carla: User, club: Club, hook: ClubWebhook
) -> None:
    server.status = 400
    for _time in range(STOPS_AFTER):
        members.join(at(club, carla))
        Delivery.objects.filter(state="waiting").exclude(key__contains="joined").delete()
        post_after(SOON)
        members.leave(at(club, carla))
        Delivery.objects.filter(state="waiting").delete()
    hook.refresh_from_db()
    assert hook.stopped_at is not None
    news = Notification.objects.get(user=anna, facts__what="webhook")
    assert sentence_of(news).startswith(f"The webhook of the club {club.name} failed")
    assert signed_in(anna).get(news.url).status_code == 200
    members.join(at(club, carla))
    assert not Delivery.objects.filter(state="waiting", group_webhook=hook).exists()
    webhooks.set_webhook(at(club, anna), HOOK)
    restored = ClubWebhook.objects.get()
    assert (restored.stopped_at, restored.failures) == (None, 0)


def test_webhook_is_the_founders_and_ends_with_them(
    anna: User, berta: User, club: Club, hook: ClubWebhook
) -> None:
    members.set_role(at(club, anna), "Berta", "organiser")
    for act in (webhooks.webhook_of, webhooks.remove_webhook, webhooks.send_test):
        with pytest.raises(NotAllowed):
            act(at(club, berta))
    with pytest.raises(BadWebhook):
        webhooks.set_webhook(at(club, anna), "https://10.0.0.1/")
    members.hand_over(at(club, anna), "Berta")
    assert not ClubWebhook.objects.exists()
    assert not Delivery.objects.exclude(group_webhook=None).exists()
    with pytest.raises(NoSuchChannel):
        webhooks.send_test(at(club, berta))


def test_page_saves_tests_and_removes(anna: User, berta: User, club: Club) -> None:
    address = f"{club.get_absolute_url()}webhook/"
    client = signed_in(anna)
    assert signed_in(berta).get(address).status_code == 403
    wrong = client.post(address, {"url": "http://example.org/"})
    assert wrong.status_code == 400
    assert "must begin with https://" in wrong.content.decode()
    client.post(address, {"url": HOOK})
    first = ClubWebhook.objects.get().secret
    assert first in client.get(address).content.decode()
    client.post(address, {"act": "renew"})
    assert ClubWebhook.objects.get().secret != first
    client.post(f"{address}test/", follow=True)
    assert Delivery.objects.get(group_webhook__isnull=False).test
    assert "on its way" in client.get(address).content.decode()
    assert "Webhook" in client.get(club.get_absolute_url()).content.decode()
    settings = client.get("/settings/notifications/").content.decode()
    assert "Nothing yet" in settings, "the log of the user has other deliveries only"
    client.post(address, {"act": "remove"})
    assert not ClubWebhook.objects.exists()
