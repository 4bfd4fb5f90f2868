"""Clocks as they are shown: rendered once, and ticking on the page from then on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from games.matches.models import Match, Player
from games.matches.services import time_source
from games.matches.services.clocks import SECRET_TIME, low_mark, milliseconds_left

SECOND = 1000
HOURS = pgettext_lazy("a clock", "{h} h {m} min")
DAYS = pgettext_lazy("a clock", "{d} d {h} h")


@dataclass(frozen=True)
class ClockFace:
    """One clock, by absolute moments alone, so that what is rendered stays true.

    All in milliseconds, moments since 1970. `left`: the time left when it began to run, or at the
    moment a page is rendered, for browsers without scripts.
    """

    left: int
    low: int
    deadline: int | None = None
    mine: bool = False
    away_from: int | None = None
    away_until: int | None = None
    away: str = ""

    @property
    def runs(self) -> bool:
        return self.deadline is not None

    @property
    def is_low(self) -> bool:
        return self.runs and self.left <= self.low

    @property
    def words(self) -> str:
        return time_words(self.left)


def face_of(match: Match, player: Player, mine: bool, at: datetime | None) -> ClockFace | None:
    """The clock of a seat; None for bots, and for matches without clocks or that are over."""
    if not match.pace or not player.person or match.status != Match.Status.RUNNING:
        return None
    left = player.time_left if at is None else milliseconds_left(match, player, at)
    low = low_mark(match) // timedelta(milliseconds=1)
    face = ClockFace(left, low, _moment(player.deadline), mine)
    turns = match.pace == Match.Pace.TURNS
    if not turns or player.away_until is None or (at is not None and player.away_until <= at):
        return face
    assert player.away_from is not None
    away = period_words(player.away_from, player.away_until)
    absent = _moment(player.away_from), _moment(player.away_until)
    return ClockFace(left, low, face.deadline, mine, *absent, away)


def shared_face(match: Match, mine: bool, at: datetime | None) -> ClockFace | None:
    """The clock of a question that is put in secret: the same for everybody at the table."""
    if match.answer_by is None:
        return None
    left = SECRET_TIME[Match.Pace(match.pace)] if at is None else match.answer_by - at
    whole = max(0, left // timedelta(milliseconds=1))
    low = min(10 * SECOND, low_mark(match) // timedelta(milliseconds=1))
    return ClockFace(whole, low, _moment(match.answer_by), mine)


def time_words(milliseconds: int) -> str:
    """The time on a clock; static/js/clock.js builds the same text from the same templates."""
    seconds = -(-milliseconds // SECOND)
    if seconds < 3600:
        return f"{seconds // 60}:{seconds % 60:02}"
    if seconds < 2 * 86400:
        return HOURS.format(h=seconds // 3600, m=seconds % 3600 // 60)
    return DAYS.format(d=seconds // 86400, h=seconds % 86400 // 3600)


def clock_context() -> dict[str, str]:
    """What the script of the clocks needs: the time of the page, and the templates."""
    now = str(_moment(time_source.now()))
    return {"now": now, "hours": str(HOURS), "days": str(DAYS)}


def agreed(match: Match) -> dict[str, int | str] | None:
    """The clock of a table for the API, in seconds; None without one."""
    fields = ("pace", "bank", "increment", "cap")
    return {name: getattr(match, name) for name in fields} if match.pace else None


def clock_words(bank: int, increment: int, cap: int) -> str:
    """A clock in words: “10 min + 15 s”; all in seconds."""
    words = _("{bank} + {increment}").format(
        bank=length_words(bank), increment=length_words(increment)
    )
    return _("{clock}, at most {cap}").format(clock=words, cap=length_words(cap)) if cap else words


def clock_of(match: Match) -> str:
    """The clock of a table in words; empty without one."""
    return clock_words(match.bank, match.increment, match.cap) if match.pace else ""


def period_words(starts: datetime, ends: datetime) -> str:
    """A vacation by its first and its last day."""
    last = ends - timedelta(microseconds=1)
    first, until = (date_format(day, "MONTH_DAY_FORMAT") for day in (starts, last))
    return first if first == until else _("{first} to {last}").format(first=first, last=until)


def length_words(seconds: int) -> str:
    """A length of time in the largest unit it is whole in: “90 s”, “2 min”, “3 days”."""
    days, hours, minutes = seconds / 86400, seconds / 3600, seconds / 60
    if days >= 2 and days.is_integer():
        return ngettext("{n} day", "{n} days", int(days)).format(n=int(days))
    if hours.is_integer():
        return _("{n} h").format(n=int(hours))
    if minutes.is_integer():
        return _("{n} min").format(n=int(minutes))
    return _("{n} s").format(n=seconds)


def _moment(at: datetime | None) -> int | None:
    return None if at is None else round(at.timestamp() * 1000)
