"""The outbox: written with each question, merged by match, and sorted into deliveries when due."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.matches.models import Match
from games.matches.services import commands, presence
from games.matches.services.turns import waiting_matches
from games.notifications.models import Delivery, Mailing, Notice
from games.notifications.services import channels
from games.notifications.services.webpush import new_private_key
from tests.helpers.matches import CHOOSE, act, legal, mover, play_on, started, user_at
from tests.helpers.notices import LATER, SOON, Browser, claims_after, sort_after
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
URL = "https://hook.example/turn"


def on_turn(match: Match) -> User:
    return user_at(match, mover(match))


def keys(user: User) -> list[str]:
    return sorted(Delivery.objects.filter(user=user).values_list("key", flat=True))


def test_asked_player_has_notice(match: Match) -> None:
    [notice] = Notice.objects.all()
    assert notice.player.seat == mover(match)
    assert [one.id for one in waiting_matches(on_turn(match).pk)] == [match.id]
    assert waiting_matches(user_at(match, 1 - mover(match)).pk) == []


def test_bots_get_no_notice(pair: list[User]) -> None:
    match = started(pair[0], bots=("easy", "easy"))
    play_on(match, until=lambda _: Notice.objects.exists() and mover(match) != 0)
    assert {notice.player.user for notice in Notice.objects.all()} == {pair[0]}


def test_rolled_back_move_leaves_no_notice(match: Match) -> None:
    before = list(Notice.objects.values())
    with pytest.raises(RuntimeError, match="no"), transaction.atomic():
        fail_after(lambda: act(match, mover(match), CHOOSE))
    assert list(Notice.objects.values()) == before


def fail_after(do: Callable[[], object]) -> None:
    do()
    raise RuntimeError("no")


def test_fast_moves_schedule_no_delivery(match: Match) -> None:
    for seat in (0, 1):
        channels.set_webhook(user_at(match, seat), URL)
    act(match, mover(match), CHOOSE)
    for _ in range(5):
        seat = mover(match)
        act(match, seat, next(move for move in legal(match, seat) if move["type"] == "play"))
        sort_after(timedelta(seconds=5))
    assert not Delivery.objects.exists()
    assert Notice.objects.count() <= 2, "one per player"


def test_timely_answer_cancels_notice(match: Match) -> None:
    user = on_turn(match)
    channels.set_webhook(user, URL)
    act(match, mover(match), CHOOSE)
    act(match, mover(match), {"type": "pass"})
    sort_after(SOON)
    assert keys(user) == []
    assert not Notice.objects.filter(player__user=user).exists()


def test_each_channel_gets_one_delivery(match: Match, settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = new_private_key()
    user = on_turn(match)
    channels.set_webhook(user, URL)
    devices = [Browser(f"/{n}").subscribe(user) for n in range(2)]
    assert sort_after(SOON) == 1
    pushes = [f"push:{device.pk}:{match.id}" for device in devices]
    assert keys(user) == sorted(["mail", f"webhook:{match.id}", *pushes])
    assert not Notice.objects.exists()
    Notice.objects.create(player=match.players.get(user=user), due_at=timezone.now())
    sort_after(SOON)
    assert len(keys(user)) == 4


def test_several_tables_share_one_mail(pair: list[User]) -> None:
    matches = [started(*pair, seed=seed) for seed in range(1, 9)]
    mine = [match for match in matches if on_turn(match) == pair[0]]
    assert len(mine) > 1
    channels.set_webhook(pair[0], URL)
    sort_after(SOON)
    assert keys(pair[0]) == sorted(["mail", *(f"webhook:{match.id}" for match in mine)])


def test_present_player_is_notified_after_looking_away(match: Match) -> None:
    user = on_turn(match)
    channels.set_webhook(user, URL)
    presence.set_present(user.pk)
    sort_after(SOON)
    assert keys(user) == []
    presence.set_absent(user.pk)
    assert sort_after(SOON) == 0, "not at once: the user has just seen the table"
    sort_after(SOON + timedelta(seconds=31))
    assert keys(user) == ["mail", f"webhook:{match.id}"]
    presence.set_present(user.pk)
    assert claims_after(LATER) == []
    presence.set_absent(user.pk)
    assert len(claims_after(LATER + timedelta(minutes=1))) == 1


def test_notice_delay_restarts_with_newest_question(match: Match) -> None:
    """A second question within ten seconds starts the ten seconds again."""
    player = match.players.get(seat=mover(match))
    user = not_none(player.user)
    channels.set_webhook(user, URL)
    player.asked_since = timezone.now() + timedelta(seconds=8)
    player.save()
    sort_after(SOON)
    assert keys(user) == []
    sort_after(SOON + timedelta(seconds=8))
    assert keys(user) == ["mail", f"webhook:{match.id}"]


def test_resignation_removes_notice(match: Match) -> None:
    user = on_turn(match)
    commands.resign(user, match.id)
    assert waiting_matches(user.pk) == []
    sort_after(SOON)
    assert not Delivery.objects.exists()
    assert not Notice.objects.exists()


@pytest.mark.parametrize(
    ("mode", "pace", "mailed"),
    [
        (None, "", True),
        ("at-once", "turns", True),
        ("daily", "turns", False),
        ("never", "", False),
        ("at-once", "live", False),
        ("daily", "live", False),
    ],
)
def test_mail_depends_on_mode_and_pace(
    match: Match, mode: str | None, pace: str, mailed: bool
) -> None:
    user = on_turn(match)
    if mode:
        channels.set_mail(user, mode)
    Match.objects.update(pace=pace)
    sort_after(SOON)
    assert keys(user) == (["mail"] if mailed else [])


@pytest.mark.parametrize(
    ("mode", "mailed_ago", "after"),
    [
        ("at-once", None, timedelta(minutes=5)),
        ("at-once", timedelta(minutes=10), timedelta(minutes=20)),
        ("at-once", timedelta(hours=3), timedelta(minutes=5)),
    ],
)
def test_mail_due_time_depends_on_mode_and_last_mail(
    match: Match, mode: str, mailed_ago: timedelta | None, after: timedelta
) -> None:
    user = on_turn(match)
    now = timezone.now()
    mailed_at = None if mailed_ago is None else now - mailed_ago
    Mailing.objects.create(user=user, mode=mode, mailed_at=mailed_at)
    sort_after(SOON)
    due = Delivery.objects.get(user=user).due_at
    assert abs(due - now - after) < timedelta(seconds=20)


def test_disabled_channels_get_no_delivery(match: Match, settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = new_private_key()
    user = on_turn(match)
    stopped = {"stopped_at": timezone.now()}
    channels.set_webhook(user, URL)
    Browser().subscribe(user)
    user.push_devices.update(**stopped)
    type(user.webhook).objects.update(**stopped)
    Mailing.objects.create(user=user, **stopped)
    sort_after(SOON)
    assert keys(user) == []


def test_missing_vapid_key_disables_push(match: Match, settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = new_private_key()
    user = on_turn(match)
    Browser().subscribe(user)
    settings.VAPID_PRIVATE_KEY = ""
    sort_after(SOON)
    assert keys(user) == ["mail"]


def test_changed_mail_mode_sends_waiting_notice(match: Match) -> None:
    user = on_turn(match)
    channels.set_mail(user, "daily")
    sort_after(SOON)
    assert claims_after(LATER) == []
    channels.set_mail(user, "at-once")
    assert len(claims_after(LATER)) == 1
