"""Claims, tries and what came of them; the words and the signatures of what is sent."""

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
from games.notifications.models import Delivery, Mailing, Notice, Webhook
from games.notifications.sender import claim_due
from games.notifications.services import channels, http_guard
from games.notifications.services.dispatch import BACKOFF, claim, delete_old, record_result
from games.notifications.services.http_guard import Answer, GuardedClient
from games.notifications.services.messages import Result, signature
from games.notifications.services.scheduling import schedule_notices
from games.notifications.services.webpush import new_private_key
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
    verified,
)
from tests.helpers.outside import NAME, Neighbour

pytestmark = pytest.mark.django_db
HOOK = f"https://{NAME}/turn"


@pytest.fixture
def users(db: None) -> list[User]:
    return [verified(user) for user in people("Anna", "Berta")]


@pytest.fixture
def match(users: list[User]) -> Match:
    return started(*users)


@pytest.fixture
def user(match: Match) -> User:
    """Whoever is on turn."""
    return user_at(match, mover(match))


@pytest.fixture
def hook(user: User) -> Webhook:
    return channels.set_webhook(user, HOOK)


def the(channel: str) -> Delivery:
    return Delivery.objects.get(channel=channel)


def names(match: Match) -> set[str]:
    return set(match.players.values_list("name", flat=True))


def test_a_clock_that_jumps_makes_nothing_due(
    users: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch)
    match = started(*users)
    channels.set_webhook(user_at(match, mover(match)), HOOK)
    wall.jump(NEXT_DAY)
    assert schedule_notices() == 0
    wall.wait(SOON.total_seconds())
    assert schedule_notices() == 1
    wall.jump(-NEXT_DAY)
    assert len(claim(9)) == 1


# --- A webhook


def test_a_webhook_is_signed_and_holds_no_secret(
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


def test_the_signature_is_that_of_standard_webhooks() -> None:
    """The example of its specification."""
    made = signature(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "1614265330",
        b'{"test": 2432232314}',
    )
    assert made == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_nothing_is_sent_inside_a_transaction(
    server: Neighbour, hook: Webhook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A parcel has all it needs: while it is sent, the database may be gone."""
    sort_after(SOON)
    [claimed] = claims_after(SOON)

    def refuse(*args: object) -> None:
        raise AssertionError("the database was asked")

    with connection.execute_wrapper(refuse):
        assert claimed.send().sent


def test_an_address_inside_is_not_posted_to(hook: Webhook) -> None:
    """The guard of every day: the name leads to this machine."""
    Webhook.objects.update(url="https://localhost.localdomain/turn")
    post_after(SOON)
    failed = the("webhook")
    assert failed.note in ("private", "unknown-host")
    Webhook.objects.update(url="https://127.0.0.1/turn")
    Delivery.objects.update(state="waiting", due_at=timezone.now(), tries=0)
    post_after(SOON)
    assert (the("webhook").state, the("webhook").note) == ("failed", "private")


@pytest.mark.parametrize(("status", "note"), [(302, "redirect"), (400, "status-400")])
def test_some_answers_are_final(server: Neighbour, hook: Webhook, status: int, note: str) -> None:
    server.status = status
    post_after(SOON)
    assert (the("webhook").state, the("webhook").note) == ("failed", note)
    assert len(server.received) == 1


def test_others_are_tried_again_later_and_later(server: Neighbour, hook: Webhook) -> None:
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


def test_a_server_says_how_long_to_wait(server: Neighbour, hook: Webhook) -> None:
    server.status, server.headers = 429, {"Retry-After": "900"}
    post_after(SOON)
    wait = the("webhook").due_at - timezone.now()
    assert timedelta(minutes=14) < wait < timedelta(minutes=16)


def test_after_too_many_failures_in_a_row_it_is_turned_off(
    server: Neighbour, users: list[User], hook: Webhook, user: User
) -> None:
    server.status = 400
    for seed in range(20, 40):
        started(*users, seed=seed)
    post_after(SOON)
    hook.refresh_from_db()
    stopped = hook.failures, hook.stopped_at is None
    assert stopped == (5, False)
    assert len(server.received) == 5, "what waited is dropped"
    channels.set_webhook(user, HOOK)
    hook.refresh_from_db()
    assert (hook.failures, hook.stopped_at) == (0, None)


def test_one_that_arrives_forgives_the_failures(server: Neighbour, hook: Webhook) -> None:
    Webhook.objects.update(failures=4)
    post_after(SOON)
    hook.refresh_from_db()
    assert hook.failures == 0


def test_what_is_no_longer_called_for_is_not_sent(
    server: Neighbour, match: Match, hook: Webhook
) -> None:
    sort_after(SOON)
    act(match, mover(match), CHOOSE)
    act(match, mover(match), {"type": "pass"})
    assert post_after(SOON) == 0
    assert not Delivery.objects.filter(channel="webhook").exists()


# --- A browser


def test_a_browser_reads_whose_turn_it_is(
    server: Neighbour, match: Match, user: User, settings: Settings
) -> None:
    settings.VAPID_PRIVATE_KEY = new_private_key()
    browser = Browser()
    browser.subscribe(user)
    post_after(SOON)
    [got] = server.received
    said = json.loads(browser.read(got.body))
    [other] = names(match) - {user.name}
    assert said == {
        "title": "Your turn at Condottiere",
        "body": f"At the table: {other}",
        "url": f"/matches/{match.id}/",
        "tag": match.id,
        "waiting": 1,
    }
    assert got.path == "/push/one"
    assert got.headers["Content-Encoding"] == "aes128gcm"
    assert got.headers["Topic"] == match.id
    assert got.headers["Authorization"].startswith("vapid t=")


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_turned_off_at_once(
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


def test_a_mail_tells_of_all_tables_in_the_readers_language(users: list[User]) -> None:
    anna = users[0]
    matches = [started(*users, seed=seed) for seed in range(1, 9)]
    mine = [match for match in matches if user_at(match, mover(match)) == anna]
    User.objects.filter(pk=anna.pk).update(language="de")
    post_after(LATER)
    [letter] = [one for one in mail.outbox if one.to == [anna.email]]
    for match in mine:
        assert f"http://127.0.0.1:8000/matches/{match.id}/\n" in letter.body
        assert match.key not in letter.body
    assert letter.body.startswith("Hallo Anna")
    assert Mailing.objects.get(user=anna).mailed_at is not None


def test_a_mail_can_be_stopped_by_one_click(user: User) -> None:
    post_after(LATER)
    [letter] = mail.outbox
    assert letter.subject == "Your turn at Condottiere"
    link = letter.extra_headers["List-Unsubscribe"]
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert letter.extra_headers["Auto-Submitted"] == "auto-generated"
    assert link[1:-1] in letter.body
    assert link.startswith("<http://127.0.0.1:8000/stop-mail/")


def test_no_mail_to_an_address_that_is_not_verified(users: list[User]) -> None:
    carla, dora = person("Carla"), person("Dora")
    started(carla, dora)
    assert post_after(LATER) == 0
    assert mail.outbox == []
    assert not Delivery.objects.exists()


def test_a_daily_mail_comes_once_a_day(users: list[User]) -> None:
    for user in users:
        channels.set_mail(user, "daily")
    for seed in range(1, 7):
        started(*users, seed=seed)
    assert post_after(LATER) == 0
    assert post_after(timedelta(hours=1, minutes=1)) == 2
    for seed in range(11, 17):
        started(*users, seed=seed)
    assert post_after(timedelta(hours=20)) == 0
    assert post_after(NEXT_DAY) == 2
    assert len(mail.outbox) == 4


@pytest.mark.parametrize(
    ("error", "state", "note"),
    [
        (smtplib.SMTPRecipientsRefused({}), "failed", "mail-refused"),
        (smtplib.SMTPServerDisconnected(), "waiting", "mail-server"),
        (ConnectionRefusedError(), "waiting", "mail-server"),
    ],
)
def test_mails_that_do_not_get_through(
    user: User, monkeypatch: pytest.MonkeyPatch, error: Exception, state: str, note: str
) -> None:
    def refuse(*args: object, **more: object) -> None:
        raise error

    monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse)
    post_after(LATER)
    assert (the("mail").state, the("mail").note) == (state, note)


# --- Claims


def test_a_claim_is_one_workers_until_its_lease_is_out(hook: Webhook) -> None:
    sort_after(SOON)
    [first] = claims_after(SOON)
    assert claims_after(SOON) == []
    [second] = claims_after(SOON + timedelta(minutes=3))
    record_result(first, Result(False, "timeout"))
    assert the("webhook").state == "waiting", "it is another worker's by now"
    record_result(second, Result(True))
    assert the("webhook").state == "sent"


def test_a_slow_address_keeps_only_its_owner_waiting(users: list[User]) -> None:
    for user in users:
        channels.set_webhook(user, HOOK)
    for seed in range(1, 9):
        started(*users, seed=seed)
    sort_after(SOON)
    now = timezone.now() + SOON
    first = claim(8, (), now)
    assert sorted(claimed.user_id for claimed in first) == sorted(user.pk for user in users)
    assert claim(8, {users[0].pk, users[1].pk}, now) == []
    assert claim(0, (), now) == []


def test_a_parcel_that_breaks_is_a_failed_try(
    hook: Webhook, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(GuardedClient):
        def post(self, url: str, body: bytes, headers: dict[str, str]) -> Answer:
            raise RuntimeError("a bug")

    monkeypatch.setattr(http_guard, "CLIENT", Broken())
    post_after(SOON)
    assert the("webhook").note == "error"
    assert "could not be sent" in caplog.text


def test_old_lines_are_swept(hook: Webhook, server: Neighbour) -> None:
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
