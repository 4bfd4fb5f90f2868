"""Deliveries: how they are claimed, retried, recorded, worded and signed."""

import json
import smtplib
import threading
from datetime import timedelta

import pytest
from django.core import mail
from django.db import connection, connections
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.matches.models import Match, Player
from games.notifications import sender
from games.notifications.models import Delivery, Mailing, Notice, Notification, Webhook
from games.notifications.sender import claim_due
from games.notifications.services import channels, http_guard
from games.notifications.services.dispatch import (
    BACKOFF,
    STOPS_AFTER,
    claim,
    delete_old,
    record_result,
)
from games.notifications.services.http_guard import Answer, GuardedClient
from games.notifications.services.messages import Result, signature
from games.notifications.services.scheduling import schedule_notices
from games.notifications.services.webpush import new_private_key
from games.notifications.words import sentence_of
from tests.helpers.clocks import Wall
from tests.helpers.matches import CHOOSE, act, mover, people, person, started, user_at
from tests.helpers.notices import (
    LATER,
    NEXT_DAY,
    SOON,
    Browser,
    claims_after,
    post_after,
    sort_after,
)
from tests.helpers.outside import NAME, Neighbour

pytestmark = pytest.mark.django_db
HOOK = f"https://{NAME}/turn"


@pytest.fixture
def hook(user: User) -> Webhook:
    return channels.set_webhook(user, HOOK)


def the(channel: str) -> Delivery:
    return Delivery.objects.get(channel=channel)


def stops_of(user: User) -> list[tuple[str, str]]:
    """Return where each notification of a channel that was turned off leads, and its words."""
    news = Notification.objects.filter(user=user, kind=Notification.Kind.STOPPED)
    return [(one.url, sentence_of(one)) for one in news]


def names(match: Match) -> set[str]:
    return set(match.players.values_list("name", flat=True))


def test_clock_jump_makes_no_delivery_due(
    pair: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch)
    match = started(*pair)
    channels.set_webhook(user_at(match, mover(match)), HOOK)
    wall.jump(NEXT_DAY)
    assert schedule_notices() == 0
    wall.wait(SOON.total_seconds())
    assert schedule_notices() == 1
    wall.jump(-NEXT_DAY)
    assert len(claim(9)) == 1


# --- A webhook


def test_webhook_is_signed_and_contains_no_secret(
    server: Neighbour, match: Match, hook: Webhook
) -> None:
    assert post_after(SOON) == 1
    [got] = server.received
    body = json.loads(got.body)
    assert body["type"] == "turn"
    link = f"http://127.0.0.1:8000/matches/{match.id}/"
    assert body["data"] == {"match": match.id, "game": "condottiere", "link": link}
    assert match.key not in got.body.decode()
    sent = {name.lower(): value for name, value in got.headers.items()}
    assert sent["webhook-id"] == f"msg_{the('webhook').pk}"
    assert sent["webhook-signature"] == signature(
        hook.secret, sent["webhook-id"], sent["webhook-timestamp"], got.body
    )
    assert the("webhook").state == "sent"
    assert post_after(SOON) == 0, "once"


def test_webhook_signature_follows_standard_webhooks() -> None:
    """The example of its specification."""
    made = signature(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "1614265330",
        b'{"test": 2432232314}',
    )
    assert made == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_claimed_delivery_is_sent_without_database(
    server: Neighbour, hook: Webhook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A parcel has all it needs: while it is sent, the database may be gone."""
    sort_after(SOON)
    [claimed] = claims_after(SOON)

    def refuse(*args: object) -> None:
        raise AssertionError("the database was asked")

    with connection.execute_wrapper(refuse):
        assert claimed.send().sent


def test_webhook_to_private_address_is_not_posted(hook: Webhook) -> None:
    """The guard of every day: the name leads to this machine."""
    Webhook.objects.update(url="https://localhost.localdomain/turn")
    post_after(SOON)
    failed = the("webhook")
    assert failed.note == "unknown-host"
    Webhook.objects.update(url="https://127.0.0.1/turn")
    Delivery.objects.update(state="waiting", due_at=timezone.now(), tries=0)
    post_after(SOON)
    assert (the("webhook").state, the("webhook").note) == ("failed", "private")


@pytest.mark.parametrize(("status", "note"), [(302, "redirect"), (400, "status-400")])
def test_permanent_errors_are_final(
    server: Neighbour, hook: Webhook, status: int, note: str
) -> None:
    server.status = status
    post_after(SOON)
    assert (the("webhook").state, the("webhook").note) == ("failed", note)
    assert len(server.received) == 1


def test_temporary_errors_are_retried_with_growing_delay(
    server: Neighbour, hook: Webhook, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: began)
    server.status = 503
    channels.set_mail(hook.user, "never")
    after = SOON
    for number, wait in enumerate(BACKOFF, start=1):
        assert post_after(after) == 1
        assert (the("webhook").tries, the("webhook").note) == (number, "status-503")
        assert post_after(after + wait - timedelta(seconds=1)) == 0
        after += wait + timedelta(seconds=1)
    assert post_after(after) == 1
    assert the("webhook").state == "failed"
    hook.refresh_from_db()
    assert hook.failures == 1
    assert len({got.headers["webhook-id"] for got in server.received}) == 1


def test_retry_after_header_delays_next_try(server: Neighbour, hook: Webhook) -> None:
    server.status, server.headers = 429, {"Retry-After": "900"}
    post_after(SOON)
    wait = the("webhook").due_at - timezone.now()
    assert timedelta(minutes=14) < wait < timedelta(minutes=16)


def test_webhook_is_disabled_after_repeated_failures(
    server: Neighbour, pair: list[User], hook: Webhook, user: User
) -> None:
    server.status = 400
    for seed in range(20, 40):
        started(*pair, seed=seed)
    post_after(SOON)
    hook.refresh_from_db()
    stopped = hook.failures, hook.stopped_at is None
    assert stopped == (5, False)
    assert len(server.received) == 5, "waiting deliveries are dropped"
    assert stops_of(user) == [
        ("/settings/notifications/", "Your webhook failed too often, so we turned it off.")
    ]
    channels.set_webhook(user, HOOK)
    hook.refresh_from_db()
    assert (hook.failures, hook.stopped_at) == (0, None)


def test_owner_of_bot_is_notified_that_its_webhook_is_disabled(
    server: Neighbour, hook: Webhook, user: User
) -> None:
    owner = person("Olga")
    User.objects.filter(pk=user.pk).update(bot_since=timezone.now(), run_by=owner)
    Webhook.objects.update(failures=STOPS_AFTER - 1)
    server.status = 400
    post_after(SOON)
    [(page, words)] = stops_of(owner)
    assert page == "/settings/tokens/"
    assert user.username in words


def test_user_is_notified_once_that_mail_is_disabled(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **more: object) -> None:
        raise smtplib.SMTPRecipientsRefused({})

    monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse)
    Mailing.objects.create(user=user, failures=STOPS_AFTER - 1)
    post_after(LATER)
    assert [words for _page, words in stops_of(user)] == [
        "Emails to you failed too often, so we turned them off."
    ]


def test_successful_delivery_resets_failures(server: Neighbour, hook: Webhook) -> None:
    Webhook.objects.update(failures=4)
    post_after(SOON)
    hook.refresh_from_db()
    assert hook.failures == 0


def test_obsolete_delivery_is_not_sent(server: Neighbour, match: Match, hook: Webhook) -> None:
    sort_after(SOON)
    act(match, mover(match), CHOOSE)
    act(match, mover(match), {"type": "pass"})
    assert post_after(SOON) == 0
    assert not Delivery.objects.filter(channel="webhook").exists()


# --- A browser


def test_push_message_names_game_and_opponent(
    server: Neighbour, match: Match, user: User, settings: Settings
) -> None:
    settings.VAPID_PRIVATE_KEY = new_private_key()
    browser = Browser()
    browser.subscribe(user)
    match.players.exclude(user=user).update(name="دانة")
    post_after(SOON)
    [got] = server.received
    said = json.loads(browser.read(got.body))
    assert said == {
        "title": "Your turn in Condottiere",
        "body": "At the table: \u2068دانة\u2069",
        "url": f"/matches/{match.id}/",
        "tag": match.id,
        "waiting": 1,
    }
    assert got.path == "/push/one"
    assert got.headers["Content-Encoding"] == "aes128gcm"
    assert got.headers["Topic"] == match.id
    assert got.headers["Authorization"].startswith("vapid t=")


def test_push_and_mail_say_how_much_time_is_left(
    server: Neighbour, pair: list[User], settings: Settings
) -> None:
    settings.VAPID_PRIVATE_KEY = new_private_key()
    match = started(*pair, clock="turns-24")
    user, browser = user_at(match, mover(match)), Browser()
    browser.subscribe(user)
    post_after(SOON)
    assert json.loads(browser.read(server.received[0].body))["body"].endswith(" · 24 hours left")
    post_after(LATER)
    [letter] = mail.outbox
    assert "\n24 hours left\n" in letter.body


@pytest.mark.parametrize("status", [404, 410])
def test_expired_push_device_is_disabled_at_once(
    server: Neighbour, user: User, settings: Settings, status: int
) -> None:
    settings.VAPID_PRIVATE_KEY = new_private_key()
    device = Browser().subscribe(user)
    server.status = status
    post_after(SOON)
    device.refresh_from_db()
    assert device.stopped_at is not None
    assert (the("push").state, the("push").note) == ("failed", "gone")


def test_signing_out_everywhere_silences_browsers(
    server: Neighbour, user: User, settings: Settings
) -> None:
    settings.VAPID_PRIVATE_KEY = new_private_key()
    Browser().subscribe(user)
    User.objects.filter(pk=user.pk).update(session_round=1)
    post_after(SOON)
    assert server.received == []


# --- A mail


def test_mail_lists_all_waiting_tables_in_readers_language(pair: list[User]) -> None:
    anna = pair[0]
    matches = [started(*pair, seed=seed) for seed in range(1, 9)]
    mine = [match for match in matches if user_at(match, mover(match)) == anna]
    User.objects.filter(pk=anna.pk).update(language="de")
    post_after(LATER)
    [letter] = [one for one in mail.outbox if one.to == [anna.email]]
    for match in mine:
        assert f"http://127.0.0.1:8000/matches/{match.id}/\n" in letter.body
        assert match.key not in letter.body
    assert letter.body.startswith("Hallo Anna")
    assert Mailing.objects.get(user=anna).mailed_at is not None


def test_mail_has_one_click_unsubscribe_link(user: User) -> None:
    post_after(LATER)
    [letter] = mail.outbox
    assert letter.subject == "Your turn in Condottiere"
    link = letter.extra_headers["List-Unsubscribe"]
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert letter.extra_headers["Auto-Submitted"] == "auto-generated"
    assert link[1:-1] in letter.body
    assert link.startswith("<http://127.0.0.1:8000/stop-mail/")


def test_unverified_address_gets_no_mail(pair: list[User]) -> None:
    carla, dora = person("Carla"), person("Dora")
    started(carla, dora)
    assert post_after(LATER) == 0
    assert mail.outbox == []
    assert not Delivery.objects.exists()


@pytest.mark.parametrize(
    ("error", "state", "note"),
    [
        (smtplib.SMTPRecipientsRefused({}), "failed", "mail-refused"),
        (smtplib.SMTPServerDisconnected(), "waiting", "mail-server"),
        (ConnectionRefusedError(), "waiting", "mail-server"),
    ],
)
def test_mail_error_decides_between_retry_and_failure(
    user: User, monkeypatch: pytest.MonkeyPatch, error: Exception, state: str, note: str
) -> None:
    def refuse(*args: object, **more: object) -> None:
        raise error

    monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse)
    post_after(LATER)
    assert (the("mail").state, the("mail").note) == (state, note)


# --- Claims


def test_claim_belongs_to_one_worker_until_lease_ends(hook: Webhook) -> None:
    sort_after(SOON)
    [first] = claims_after(SOON)
    assert claims_after(SOON) == []
    [second] = claims_after(SOON + timedelta(minutes=3))
    record_result(first, Result(False, "timeout"))
    assert the("webhook").state == "waiting", "another worker has claimed it"
    record_result(second, Result(True))
    assert the("webhook").state == "sent"


def test_slow_address_delays_only_its_owner(pair: list[User]) -> None:
    for user in pair:
        channels.set_webhook(user, HOOK)
    for seed in range(1, 9):
        started(*pair, seed=seed)
    sort_after(SOON)
    now = timezone.now() + SOON
    first = claim(8, (), now)
    assert sorted(claimed.user_id for claimed in first) == sorted(user.pk for user in pair)
    assert claim(8, {pair[0].pk, pair[1].pk}, now) == []
    assert claim(0, (), now) == []


@pytest.mark.django_db(transaction=True)
def test_user_whose_deliveries_took_long_waits(
    transactional_db: None,
    server: Neighbour,
    pair: list[User],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sender, "SECONDS_A_USER", 1e-6)
    for seed in range(1, 9):
        started(*pair, seed=seed)
    for user in pair:
        channels.set_webhook(user, HOOK)
    sort_after(SOON)
    Delivery.objects.update(due_at=timezone.now())
    [slow, other] = claim_due(set())
    sender.send(slow)
    Delivery.objects.update(due_at=timezone.now())
    assert {claimed.user_id for claimed in claim_due(set())} == {other.user_id}


def test_unexpected_error_is_recorded_as_failed_try(
    hook: Webhook, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(GuardedClient):
        def post(self, url: str, body: bytes, headers: dict[str, str]) -> Answer:
            raise RuntimeError("a bug")

    monkeypatch.setattr(http_guard, "CLIENT", Broken())
    post_after(SOON)
    assert the("webhook").note == "error"
    assert "could not be sent" in caplog.text


def test_delivery_of_unknown_kind_fails_and_others_are_claimed(
    pair: list[User], hook: Webhook, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    """The site went back to a version that does not know the kind."""
    settings.VAPID_PRIVATE_KEY = new_private_key()
    other = next(user for user in pair if user != hook.user)
    unknown = Delivery.objects.create(
        user=other,
        channel="push",
        key="unknown",
        device=Browser().subscribe(other),
        notification=Notification.objects.create(user=other, kind="later", key="later"),
        due_at=timezone.now(),
    )
    sort_after(SOON)
    assert [claimed.user_id for claimed in claims_after(SOON)] == [hook.user_id]
    unknown.refresh_from_db()
    assert (unknown.state, unknown.note) == ("failed", "error")
    assert unknown.done_at is not None
    assert "could not be rendered" in caplog.text


def test_old_deliveries_are_deleted(hook: Webhook, server: Neighbour) -> None:
    post_after(SOON)
    assert delete_old() == 0
    assert delete_old(timezone.now() + timedelta(days=31)) == 1


@pytest.mark.on_postgresql
@pytest.mark.django_db(transaction=True)
def test_several_workers_take_each_delivery_once(transactional_db: None) -> None:
    pairs = [people(f"One{n}", f"Two{n}") for n in range(12)]
    for one, two in pairs:
        match = started(one, two)
        channels.set_webhook(user_at(match, mover(match)), HOOK)
    Player.objects.update(asked_since=timezone.now() - LATER)
    Notice.objects.update(due_at=timezone.now() - SOON)
    taken: list[int] = []
    start = threading.Barrier(4)

    def work() -> None:
        start.wait()
        try:
            while claims := claim_due(set()):
                taken.extend(claimed.delivery_id for claimed in claims)
        finally:
            connections.close_all()

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    taken.extend(claimed.delivery_id for claimed in claim_due(set()))
    hooks = Delivery.objects.filter(channel="webhook").values_list("id", flat=True)
    assert len(hooks) == 12
    assert sorted(taken) == sorted(hooks)
