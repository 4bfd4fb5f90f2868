"""Daily mails, and reminders before a player's time runs out."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts.models import User
from games.events.models import Event, Registration
from games.matches.models import Match, Player
from games.matches.refusals import BadHours, NoSuchChannel
from games.matches.services import commands
from games.notifications.models import Delivery, Mailing, Notification
from games.notifications.services import channels, digests, dispatch, reminders
from games.notifications.services.digests import next_digest, queue_due_digests
from games.workers import worker
from tests.helpers.matches import committed, fresh, mover, started, user_at

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


@pytest.fixture
def match(pair: list[User]) -> Match:
    match = started(*pair)
    Match.objects.filter(pk=match.pk).update(pace=Match.Pace.TURNS)
    return fresh(match)


def sent_at(now: datetime) -> list[str]:
    """Send what is due at this time, and return the bodies of the mails."""
    for claimed in dispatch.claim(10, now=now):
        dispatch.record_result(claimed, claimed.send(), now)
    bodies = [str(message.body) for message in mail.outbox]
    mail.outbox.clear()
    return bodies


def daily(user: User, hour: str = "8") -> Mailing:
    channels.set_mail(user, "daily", hour)
    Delivery.objects.all().delete()
    return Mailing.objects.get(user=user)


def test_daily_mail_comes_at_its_hour_in_the_users_zone(pair: list[User]) -> None:
    anna = pair[0]
    for zone, hour, at in (
        ("", 13, NOON + HOUR),
        ("", 12, NOON + 24 * HOUR),
        ("Europe/Berlin", 14, NOON + HOUR),
        ("Europe/Berlin", 8, NOON + 19 * HOUR),
    ):
        anna.time_zone = zone
        assert next_digest(anna, hour, NOON) == at, (zone, hour)
    # The hour that does not exist on the night on which clocks are put forward.
    anna.time_zone = "Europe/Berlin"
    spring = datetime(2026, 3, 28, 20, tzinfo=UTC)
    assert spring < next_digest(anna, 2, spring) <= spring + 6 * HOUR


def test_daily_mail_lists_tables_and_dates_once_a_day(match: Match, pair: list[User]) -> None:
    user = user_at(match, mover(match))
    now = timezone.now()
    plan = {"minutes": 60, "clock": "", "places": 8, "zone": "UTC"}
    for title, ahead in (("Soup and games", 20), ("Far away", 72)):
        event = Event.objects.create(title=title, starts_at=now + ahead * HOUR, **plan)
        Registration.objects.create(event=event, user=user, waiting=False)
    due = daily(user).next_at
    assert due is not None
    assert queue_due_digests(due - HOUR) == 0
    assert queue_due_digests(due) == 1
    assert queue_due_digests(due) == 0
    (body,) = sent_at(due)
    assert match.get_absolute_url() in body
    assert "Far away" not in body
    assert queue_due_digests(due + 24 * HOUR) == 1
    (body,) = sent_at(due + 24 * HOUR)
    assert match.get_absolute_url() in body, "it still waits"


def test_dates_of_today_and_tomorrow_are_in_the_daily_mail(pair: list[User]) -> None:
    plan = {"minutes": 60, "clock": "", "places": 8, "zone": "UTC"}
    soon = timezone.now() + HOUR
    event = Event.objects.create(title="Soup and games", starts_at=soon, **plan)
    Registration.objects.create(event=event, user=pair[0], waiting=False)
    daily(pair[0])
    Mailing.objects.update(next_at=None)
    assert queue_due_digests() == 1
    (body,) = sent_at(timezone.now() + timedelta(minutes=1))
    assert "Soup and games" in body
    assert "/stop-mail/" in body


def test_daily_mail_without_content_is_not_sent(pair: list[User]) -> None:
    due = daily(pair[0]).next_at
    assert queue_due_digests(due) == 1
    assert due is not None
    assert sent_at(due) == []
    assert not Delivery.objects.exists()


def test_stopped_mail_stops_the_daily_one(pair: list[User]) -> None:
    daily(pair[0])
    channels.set_mail(pair[0], "never")
    assert queue_due_digests(timezone.now() + 48 * HOUR) == 0
    for hour in ("24", "-1", "noon"):
        with pytest.raises(NoSuchChannel):
            channels.set_mail(pair[0], "daily", hour)


def with_deadline(match: Match, hours: float, asked_ago: float = 48) -> User:
    """Let the player on turn have this many hours left; return the user."""
    seat, now = mover(match), timezone.now()
    Player.objects.filter(match=match, seat=seat).update(
        deadline=now + hours * HOUR, asked_since=now - asked_ago * HOUR
    )
    return user_at(match, seat)


def reminded() -> list[tuple[int, bool]]:
    rows = Notification.objects.filter(kind=Notification.Kind.DEADLINE)
    return [(row.user_id, row.read_at is None) for row in rows]


def test_player_is_reminded_once_before_time_runs_out(match: Match) -> None:
    user = with_deadline(match, 4)
    assert reminders.work() == 0
    with_deadline(match, 2)
    assert reminders.work() == 1
    assert reminders.work() == 0
    assert reminded() == [(user.pk, True)]
    assert Delivery.objects.filter(user=user, notification__isnull=False).exists() is False
    assert Delivery.objects.filter(user=user, key="mail").exists()


def test_subject_of_mail_with_reminder_says_that_time_runs_out(match: Match) -> None:
    with_deadline(match, 2)
    assert reminders.work() == 1
    (claimed,) = dispatch.claim(10, now=timezone.now() + HOUR)
    claimed.send()
    assert [letter.subject for letter in mail.outbox] == ["Your time runs out soon: Condottiere."]


@pytest.mark.parametrize(("hours", "left", "rings"), [("0", 1, 0), ("24", 20, 1), ("1", 2, 0)])
def test_reminder_follows_the_choice(match: Match, hours: str, left: int, rings: int) -> None:
    user = with_deadline(match, left)
    reminders.choose_hours(user, hours)
    assert reminders.work() == rings


def test_reminder_needs_turn_by_turn_and_half_of_the_time(match: Match) -> None:
    with_deadline(match, 2, asked_ago=1)
    assert reminders.work() == 0
    with_deadline(match, 2)
    Match.objects.update(pace=Match.Pace.LIVE)
    assert reminders.work() == 0


def test_answered_reminder_is_settled_and_not_sent(match: Match) -> None:
    user = with_deadline(match, 2)
    reminders.work()
    with committed():
        commands.resign(user, match.pk)
    assert sent_at(timezone.now() + HOUR) == []
    assert reminders.work() == 1
    assert reminded() == [(user.pk, False)]


def test_unknown_hours_are_refused(pair: list[User]) -> None:
    for hours in ("", "2", "-1", "99999999999"):
        with pytest.raises(BadHours):
            reminders.choose_hours(pair[0], hours)


def test_worker_reminds_and_queues_daily_mails(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = with_deadline(match, 2)
    daily(user)
    Mailing.objects.update(next_at=None)
    for work in (worker.remind_players, worker.queue_digests):
        monkeypatch.setattr(work, "_again", 0.0)
    worker.tidy_once()
    assert reminded() == [(user.pk, True)]
    assert Delivery.objects.filter(user=user, key="mail").exists()
    assert digests.queue_due_digests() == 0
