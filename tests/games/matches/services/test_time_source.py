"""A jump of the system clock neither ends nor extends a player's time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from games.matches.models import Match
from games.matches.services import clocks, commands, timeouts
from games.matches.services.time_source import HOLD, TimeSource
from games.workers import bots
from tests.helpers.clocks import Wall, left, running
from tests.helpers.matches import (
    act,
    fresh,
    mover,
    people,
    person,
    player_at,
    started,
    turn_token,
    user_at,
)

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Clocks:
    """Both clocks of a machine: the one that is set, and the one that is not."""

    def __init__(self) -> None:
        self.wall, self.steady = NOON, 500.0
        self.source = TimeSource(lambda: self.wall, lambda: self.steady)
        self.source.now()

    def pass_(self, seconds: float) -> datetime:
        self.wall += timedelta(seconds=seconds)
        self.steady += seconds
        return self.source.now()


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_corrected_clock_jump_is_ignored(jump: timedelta) -> None:
    both = Clocks()
    assert both.pass_(30) == NOON + timedelta(seconds=30)
    both.wall += jump
    assert both.pass_(10) == NOON + timedelta(seconds=40)
    assert both.pass_(10) == NOON + timedelta(seconds=50)
    both.wall -= jump
    assert both.pass_(10) == NOON + timedelta(seconds=60)


def test_lasting_clock_jump_is_accepted_after_hold() -> None:
    both = Clocks()
    both.wall += HOUR
    assert both.pass_(1) == NOON + timedelta(seconds=1)
    assert both.pass_(HOLD + 1) == NOON + HOUR + timedelta(seconds=HOLD + 2)
    assert both.pass_(5) == NOON + HOUR + timedelta(seconds=HOLD + 7)


def test_each_clock_jump_is_held_separately() -> None:
    both = Clocks()
    for _ in range(2):
        both.wall += HOUR
        both.pass_(HOLD / 2)
        both.wall -= HOUR
        both.pass_(HOLD)
    both.wall += HOUR
    both.pass_(1)
    assert both.pass_(HOLD / 2) == NOON + timedelta(seconds=HOLD * 3.5 + 1)


def test_slowly_adjusted_clock_is_followed() -> None:
    both = Clocks()
    for _ in range(100):
        both.wall += timedelta(seconds=0.5)
        assert both.pass_(1) == both.wall
    assert both.wall == NOON + timedelta(seconds=150)


@pytest.fixture
def timed(db: None) -> Match:
    return started(*people("Anna", "Berta"), clock="live-5")


def test_clock_jump_ends_no_players_time(timed: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    wall = Wall(monkeypatch)
    seat = mover(timed)
    wall.jump(HOUR)
    assert timeouts.expire_all_due() == 0
    commands.submit_move(
        user_at(timed, seat), timed.id, {"type": "decline"}, turn_token(timed, seat)
    )
    assert fresh(timed).status == Match.Status.RUNNING
    assert player_at(timed, seat).time_left > 290_000, "the jump cost no time"


def test_clock_set_back_adds_no_time(timed: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    wall = Wall(monkeypatch)
    seat = mover(timed)
    wall.now -= HOUR
    player = player_at(timed, seat)
    assert clocks.milliseconds_left(player.match, player, timezone.now()) == 300_000
    act(timed, seat, {"type": "decline"})
    assert left(timed, seat) == 310, "the bank plus the increment"
    assert running(timed) == [mover(timed)]


@pytest.mark.django_db
def test_bot_is_due_after_clock_is_set_back(monkeypatch: pytest.MonkeyPatch) -> None:
    match = started(person("Anna"), bots=("easy",))
    if player_at(match, mover(match)).person:
        act(match, mover(match), {"type": "decline"})
    assert bots.due() == []
    wall = Wall(monkeypatch)
    wall.now -= HOUR
    assert [player for player, _ in bots.due()] == [player_at(match, mover(match)).pk]
