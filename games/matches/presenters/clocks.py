"""The clocks of a match as a viewer sees them, and time controls in words."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.languages.templatetags.local_time import iso
from games.boards.clock_face import DAYS, HOURS, SECOND, ClockFace
from games.matches.models import Match, Player
from games.matches.services import time_source
from games.matches.services.clocks import SECRET_TIME, low_mark, milliseconds_left


def face_of(match: Match, player: Player, mine: bool, at: datetime | None) -> ClockFace | None:
    """Return the clock of a seat; None for bots, and for matches without clocks or not running."""
    if not match.pace or not player.person or match.status != Match.Status.RUNNING:
        return None
    left = player.time_left if at is None else milliseconds_left(match, player, at)
    low = low_mark(match) // timedelta(milliseconds=1)
    face = ClockFace(left, low, _moment(player.deadline), mine)
    turns = match.pace == Match.Pace.TURNS
    if not turns or player.away_until is None or (at is not None and player.away_until <= at):
        return face
    assert player.away_from is not None
    away = shared_period(player.away_from, player.away_until)
    absent = _moment(player.away_from), _moment(player.away_until)
    return ClockFace(left, low, face.deadline, mine, *absent, away)


def shared_face(match: Match, mine: bool, at: datetime | None) -> ClockFace | None:
    """Return the clock of a secret question, which is the same for all; None without one."""
    if match.answer_by is None:
        return None
    left = SECRET_TIME[Match.Pace(match.pace)] if at is None else match.answer_by - at
    whole = max(0, left // timedelta(milliseconds=1))
    low = min(10 * SECOND, low_mark(match) // timedelta(milliseconds=1))
    return ClockFace(whole, low, _moment(match.answer_by), mine)


def clock_context() -> dict[str, str]:
    """Return what the clocks' script needs: the time of the page, and the templates."""
    now = str(_moment(time_source.now()))
    return {"now": now, "hours": str(HOURS), "days": str(DAYS)}


def agreed(match: Match) -> dict[str, int | str] | None:
    """Return the time control of a match for the API, in seconds; None without a clock."""
    fields = ("pace", "bank", "increment", "cap")
    return {name: getattr(match, name) for name in fields} if match.pace else None


def clock_words(bank: int, increment: int, cap: int) -> str:
    """Return a time control in words, “10 min + 15 s”, from values in seconds."""
    words = _("{bank} + {increment}").format(
        bank=length_words(bank), increment=length_words(increment)
    )
    return _("{clock}, at most {cap}").format(clock=words, cap=length_words(cap)) if cap else words


def clock_of(match: Match) -> str:
    """Return the time control of a match in words; empty without a clock."""
    return clock_words(match.bank, match.increment, match.cap) if match.pace else ""


def shared_period(starts: datetime, ends: datetime) -> SafeString:
    """Render the days of a vacation the same for all readers of a table.

    They are days in UTC, and static/js/site.js shows those in the zone of each reader.
    """
    last = ends - timedelta(seconds=1)
    words = days_words(starts.astimezone(UTC).date(), last.astimezone(UTC).date())
    return format_html(
        '<time datetime="{}" data-last="{}" data-zoned="day">{} UTC</time>',
        iso(starts),
        iso(last),
        words,
    )


def days_words(first: date, last: date) -> str:
    """Return a vacation as its first and last day: “March 3 to March 5”."""
    from_day, to_day = (date_format(day, "MONTH_DAY_FORMAT") for day in (first, last))
    if first == last:
        return from_day
    return _("{first} to {last}").format(first=from_day, last=to_day)


def length_words(seconds: int) -> str:
    """Return a duration in the largest unit that needs no fraction: “90 s”, “2 min”, “3 days”."""
    days, hours, minutes = seconds / 86400, seconds / 3600, seconds / 60
    if days >= 2 and days.is_integer():
        return ngettext("{n} day", "{n} days", int(days)).format(n=int(days))
    if hours.is_integer():
        return _("{n} h").format(n=int(hours))
    if minutes.is_integer():
        return _("{n} min").format(n=int(minutes))
    return _("{n} s").format(n=seconds)


def lasted_words(match: Match, units: int) -> str:
    """Return how long a match took, in its greatest units; "" unless it has begun and ended."""
    started, ended = match.started_at, match.ended_at
    if started is None or ended is None:
        return ""
    if (ended - started).total_seconds() < 60:
        return _("under a minute")
    return timesince(started, ended, depth=units)


def time_left_words(deadline: datetime, at: datetime) -> str:
    """Return the time until a deadline, rounded to days, hours or minutes: “3 hours left”.

    Rounded to the nearest, so that a turn of three days begins with “3 days left”; the last two
    hours are in minutes, where half an hour would be too much.
    """
    seconds = (deadline - at).total_seconds()
    minutes, hours, days = (round(seconds / unit) for unit in (60, 3600, 86400))
    if seconds < 60:
        return _("less than a minute left")
    if minutes < 120:
        return ngettext("{n} minute left", "{n} minutes left", minutes).format(n=minutes)
    if hours < 48:
        return ngettext("{n} hour left", "{n} hours left", hours).format(n=hours)
    return ngettext("{n} day left", "{n} days left", days).format(n=days)


def _moment(at: datetime | None) -> int | None:
    return None if at is None else round(at.timestamp() * 1000)
