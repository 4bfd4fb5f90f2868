"""Quiet hours: in the user's zone, over midnight, and what becomes of what is due then."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.utils import timezone

from accounts.models import User
from games.matches.models import Match
from games.matches.refusals import BadHours
from games.notifications.models import Delivery, NotificationChoice
from games.notifications.services import channels
from games.notifications.services.quiet_hours import choose_quiet_hours, end_of
from tests.helpers.matches import CHOOSE, act, mover, signed_in
from tests.helpers.notices import LATER, post_after, sort_after

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
NIGHT = time(22, 30), time(7)
BERLIN = ZoneInfo("Europe/Berlin")


def berlin(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 11, day, hour, minute, tzinfo=BERLIN)


def keep_quiet(user: User, *, until: timedelta) -> datetime:
    """Let quiet hours in the user's zone have begun an hour ago; return their end."""
    user.time_zone = "Asia/Seoul"
    user.save()
    local = timezone.now().astimezone(ZoneInfo(user.time_zone)).replace(second=0, microsecond=0)
    begins, ends = ((local + by).strftime("%H:%M") for by in (-HOUR, until))
    choose_quiet_hours(user, begins, ends)
    return local + until


@pytest.mark.parametrize(
    ("hours", "now", "end"),
    [
        (NIGHT, berlin(27, 23), berlin(28, 7)),
        (NIGHT, berlin(28, 6, 59), berlin(28, 7)),
        (NIGHT, berlin(28, 7), None),
        (NIGHT, berlin(28, 22, 29), None),
        ((time(12), time(14)), berlin(28, 12), berlin(28, 14)),
        ((time(12), time(14)), berlin(28, 14), None),
    ],
)
def test_quiet_hours_end_at_local_time(
    hours: tuple[time, time], now: datetime, end: datetime | None
) -> None:
    assert end_of(*hours, now) == end


def test_hour_that_comes_twice_has_an_end_ahead() -> None:
    second = datetime(2026, 10, 25, 2, 30, tzinfo=BERLIN, fold=1)
    assert end_of(time(1), time(2, 45), second.astimezone(BERLIN)) in (
        None,
        datetime(2026, 10, 25, 1, 45, tzinfo=UTC),
    )


def test_mail_waits_for_end_of_quiet_hours(user: User) -> None:
    end = keep_quiet(user, until=2 * HOUR)
    post_after(LATER)
    assert mail.outbox == []
    waiting = Delivery.objects.get(user=user, channel=Delivery.Channel.MAIL)
    assert (waiting.due_at, waiting.tries) == (end, 0)
    post_after(2 * HOUR + timedelta(minutes=1))
    assert [letter.to for letter in mail.outbox] == [[user.email]]


def test_what_is_no_longer_true_is_dropped_after_quiet_hours(match: Match, user: User) -> None:
    keep_quiet(user, until=2 * HOUR)
    post_after(LATER)
    act(match, mover(match), CHOOSE)
    act(match, mover(match), {"type": "pass"})
    post_after(2 * HOUR + timedelta(minutes=1))
    assert user.email not in [address for letter in mail.outbox for address in letter.to]
    assert not Delivery.objects.filter(user=user, channel=Delivery.Channel.MAIL).exists()


def test_programs_and_tests_are_not_held_back(user: User) -> None:
    keep_quiet(user, until=2 * HOUR)
    channels.set_webhook(user, "https://hook.example/turn")
    sort_after(LATER)
    hook = Delivery.objects.get(user=user, channel=Delivery.Channel.WEBHOOK)
    channels.send_test(user, "mail")
    post_after(LATER)
    hook.refresh_from_db()
    assert hook.tries == 1
    assert [letter.subject for letter in mail.outbox] == ["Test from Tavola"]


@pytest.mark.parametrize(
    ("begins", "ends"),
    [("22:00", ""), ("", "7:00"), ("9:00", "9:00"), ("25:00", "7:00"), ("x", "y")],
)
def test_senseless_hours_are_refused(user: User, begins: str, ends: str) -> None:
    with pytest.raises(BadHours):
        choose_quiet_hours(user, begins, ends)
    answer = signed_in(user).post(
        "/settings/notifications/quiet/", {"begins": begins, "ends": ends}
    )
    assert answer.status_code == 400


def test_quiet_hours_are_chosen_and_removed_on_the_page(user: User) -> None:
    client = signed_in(user)
    client.post("/settings/notifications/quiet/", {"begins": "22:30", "ends": "07:00"})
    page = client.get("/settings/notifications/").content.decode()
    assert 'name="begins" value="22:30"' in page
    client.post("/settings/notifications/quiet/", {"begins": "", "ends": ""})
    choice = NotificationChoice.objects.get(user=user)
    assert (choice.quiet_from, choice.quiet_until) == (None, None)
