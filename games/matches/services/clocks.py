"""Clocks: how long the seats of a match may think.

A person's clock runs exactly while their seat has an open question. The increment is added when
the turn passes to another seat, not with every decision, so that undone moves gain no time. While
it is secret who is asked, all clocks are stopped and one deadline holds for all players:
`Match.answer_by`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from games.engine.contract import Position
from games.matches.models import Match, Player, Vacation

HOUR = 3600
# A move that was sent in time counts even if it arrives slightly late.
GRACE = timedelta(seconds=5)
# The time for the answer to a secret question.
SECRET_TIME = {Match.Pace.LIVE: timedelta(seconds=45), Match.Pace.TURNS: timedelta(hours=12)}
# The time left at which a clock is low.
LOW = {Match.Pace.LIVE: timedelta(seconds=30), Match.Pace.TURNS: timedelta(hours=2)}
# What a clock gets after the site was down if less than half of it is left.
RESUMED_WITH = {Match.Pace.LIVE: timedelta(minutes=1), Match.Pace.TURNS: timedelta(hours=2)}
CLOCK_FIELDS = ("time_left", "deadline")


@dataclass(frozen=True)
class Clock:
    """A time control that a host can choose, in seconds.

    Each seat starts with `bank`, and each turn adds `increment`, up to `cap`; 0 means no limit.
    """

    name: str
    pace: str = Match.Pace.FREE
    bank: int = 0
    increment: int = 0
    cap: int = 0


FREE = Clock("free")
CLOCKS = {
    clock.name: clock
    for clock in (
        FREE,
        Clock("live-5", Match.Pace.LIVE, 5 * 60, 10),
        Clock("live-10", Match.Pace.LIVE, 10 * 60, 15),
        Clock("live-20", Match.Pace.LIVE, 20 * 60, 30),
        Clock("turns-24", Match.Pace.TURNS, 24 * HOUR, 12 * HOUR, 72 * HOUR),
        Clock("turns-72", Match.Pace.TURNS, 72 * HOUR, 24 * HOUR, 168 * HOUR),
    )
}
# The default for tables with people: slow enough for friends, and every match ends.
USUAL = CLOCKS["live-20"]


def clock_of(match: Match) -> str:
    """Return the name of the clock with which a match was opened."""
    times = (match.pace, match.bank, match.increment, match.cap)
    same = (c.name for c in CLOCKS.values() if (c.pace, c.bank, c.increment, c.cap) == times)
    return next(same, FREE.name)


def wind_up(match: Match, players: Iterable[Player], asked: Position, at: datetime) -> None:
    """Give every person the whole bank at the start of a match; start the clocks of those asked."""
    if not match.pace:
        return
    people = [player for player in players if player.person]
    if match.pace == Match.Pace.TURNS:
        _copy_vacations(people, at)
    for player in people:
        player.time_left = match.bank * 1000
        if _runs(player, asked):
            _start(match, player, at)
    set_answer_by(match, None, asked, at)


def turn(
    match: Match,
    player: Player,
    asked: Position,
    mover: int | None,
    at: datetime,
    pause: int | None = None,
) -> bool:
    """Start or stop a player's clock after an event.

    Args:
        match: The match.
        player: The player, whose columns are set.
        asked: The position after the event.
        mover: The seat of the event; it earns the increment if its clock stops.
        at: The time of the event.
        pause: The seconds after the event in which no clock runs.

    Returns:
        Whether the clock was started or stopped.
    """
    runs = bool(match.pace) and _runs(player, asked)
    if runs == (player.deadline is not None) and not (runs and pause):
        return False
    if runs:
        stop(match, player, at)
        _start(match, player, at + timedelta(seconds=pause or 0))
        return True
    stop(match, player, at)
    if player.seat == mover:
        _add(match, player)
    return True


def set_answer_by(match: Match, before: Position | None, asked: Position, at: datetime) -> None:
    """Set the deadline of secret questions, counted from the first one."""
    if not match.pace or asked.silence is None:
        match.answer_by = None
    elif before is None or before.silence is None:
        match.answer_by = at + SECRET_TIME[Match.Pace(match.pace)]


def stop(match: Match, player: Player, at: datetime) -> None:
    """Stop a clock without adding the increment."""
    if player.deadline is not None:
        player.time_left = milliseconds_left(match, player, at)
        player.deadline = None


def milliseconds_left(match: Match, player: Player, at: datetime) -> int:
    """Return the milliseconds left on a clock at a moment, at least 0."""
    if player.deadline is None:
        return player.time_left
    at = moment(match, at)
    left = player.deadline - at - _away_between(match, player, at, player.deadline)
    # No player gains time if the system clock was set back in the meantime.
    return min(player.time_left, max(0, round(left / timedelta(milliseconds=1))))


def is_up(match: Match, player: Player, at: datetime) -> bool:
    """Return whether a player's time has run out, grace included."""
    return player.deadline is not None and moment(match, at) > player.deadline + GRACE


def moment(match: Match, at: datetime) -> datetime:
    """Return the moment that the clocks of a match show: they stand still without its game."""
    return at if match.missing_since is None else min(at, match.missing_since)


def question_deadline(match: Match, player: Player, asked: Position) -> datetime | None:
    """Return when the rules answer a player's question for them; None for never.

    Questions time out only in live matches: without a clock there is no deadline, and players of
    turn-by-turn matches cannot answer within seconds.
    """
    if match.pace != Match.Pace.LIVE or player.seat is None or player.asked_since is None:
        return None
    if match.missing_since is not None:
        return None
    question_timeout = asked.question_timeout(player.seat)
    return (
        None
        if question_timeout is None
        else player.asked_since + timedelta(seconds=question_timeout.seconds)
    )


def low_mark(match: Match) -> timedelta:
    """Return the time left at which a clock of this match is low."""
    return LOW[Match.Pace(match.pace)]


def rearrange(match: Match, player: Player, away: Vacation | None, at: datetime) -> None:
    """Apply a new vacation, or None for the end of one, to a player's clock."""
    left, running = milliseconds_left(match, player, at), player.deadline is not None
    player.away_from = away.starts if away else None
    player.away_until = away.ends if away else None
    if running:
        player.time_left = left
        _start(match, player, at)


def go_on(match: Match, player: Player, since: datetime, at: datetime) -> None:
    """Let a running clock go on with the time that it showed when the game went missing."""
    if player.deadline is not None:
        player.time_left = milliseconds_left(match, player, since)
        _start(match, player, at)


def resume(match: Match, player: Player, at: datetime) -> bool:
    """Give a low running clock more time after the site was down, and return whether it was low.

    It is not low again for a while, so that a second worker that starts gives nothing more.
    """
    whole = RESUMED_WITH[Match.Pace(match.pace)] // timedelta(milliseconds=1)
    if player.deadline is None or milliseconds_left(match, player, at) >= whole // 2:
        return False
    player.time_left = whole
    _start(match, player, at)
    return True


def _runs(player: Player, asked: Position) -> bool:
    return player.person and asked.silence is None and player.seat in asked.to_move()


def _start(match: Match, player: Player, at: datetime) -> None:
    end = at + timedelta(milliseconds=player.time_left)
    away = _away(match, player)
    if away is not None and at < away[1] and end > away[0]:
        end += away[1] - max(away[0], at)
    player.deadline = end


def _add(match: Match, player: Player) -> None:
    more = player.time_left + match.increment * 1000
    player.time_left = max(player.time_left, min(more, match.cap * 1000)) if match.cap else more


def _away(match: Match, player: Player) -> tuple[datetime, datetime] | None:
    if match.pace != Match.Pace.TURNS or player.away_from is None or player.away_until is None:
        return None
    return player.away_from, player.away_until


def _away_between(match: Match, player: Player, begin: datetime, end: datetime) -> timedelta:
    away = _away(match, player)
    if away is None:
        return timedelta(0)
    return max(timedelta(0), min(end, away[1]) - max(begin, away[0]))


def _copy_vacations(people: list[Player], at: datetime) -> None:
    """Copy the current or announced vacations of people to their seats."""
    users = Q(user__in=[player.user_id for player in people])
    announced = {v.user_id: v for v in Vacation.objects.filter(users, ends__gt=at)}
    for player in people:
        away = announced.get(player.user_id or 0)
        if away is not None:
            player.away_from, player.away_until = away.starts, away.ends
