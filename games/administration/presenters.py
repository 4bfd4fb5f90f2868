"""What administrators read of the site on one page, and what everybody reads of announcements."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import time
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.presenters import moderation_counts
from accounts.services import people
from games.administration import services
from games.administration.models import Announcement
from games.boards.words import level_name, list_words
from games.lobby.services import tickets
from games.maintenance.backups import last_backup
from games.maintenance.stores import database_size, disk_space
from games.matches.services import statistics
from games.notifications.services import dispatch
from games.titles.registry import all_games, bot_levels, slow_levels
from watch.bot_failures import failures_today
from watch.health import LOOPS, STUCK, rounds_seen
from watch.release import release

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

COOKIE = "announcements_closed"
CLOSED_MOST = 20
BACKUP_OLD = timedelta(days=2)
POST_LATE = timedelta(minutes=15)
DISK_LOW, DISK_FULL = 0.15, 0.05
"""The shares of free space below which the disk is a worry, or an emergency."""


@dataclass(frozen=True)
class Check:
    """Something that should be well: what, how it is (a tone of badges), and what to know."""

    name: StrOrPromise
    tone: str
    state: str
    words: str = ""


@dataclass(frozen=True)
class Figures:
    """Some figures under a heading, each with what it counts; `url`: where there is more."""

    title: StrOrPromise
    emblem: str
    figures: tuple[tuple[int, str], ...]
    url: str = ""


def overview_context(reader: User) -> dict[str, Any]:
    """The context of administration/overview.html."""
    return {
        "checks": [*_workers(), _bots(), _post(), _disk(), _backup()],
        "figures": [_people(), _matches(), _cases(reader)],
        "release": release(),
        "database": settings.DATABASES["default"]["ENGINE"].rpartition(".")[2],
        "database_size": database_size(),
        "announcements": services.current(),
    }


def _workers() -> list[Check]:
    """Each loop of the worker, by when it last ended a round, in whatever process it runs."""
    names = {
        "bots": _("Bots"),
        "thinking": _("Bots that think long"),
        "clocks": _("Clocks and pairing"),
        "tidy": _("Tidying up"),
        "post": _("Sending post"),
    }
    seen, now = rounds_seen(), time()
    loops = [loop for loop in LOOPS if loop != "thinking" or slow_levels()]
    return [_loop(names[loop], seen.get(loop), now) for loop in loops]


def _loop(name: str, at: float | None, now: float) -> Check:
    if at is None:
        return Check(
            name, "bad", _("not seen"), _("Is the worker running? See the operations page.")
        )
    late = now - at > STUCK
    when = _("last round {when}").format(when=_moment(datetime.fromtimestamp(at, UTC)))
    return Check(name, "bad" if late else "good", _("stands still") if late else _("works"), when)


def _bots() -> Check:
    """How often bots failed today, so that weaker ones answered for them."""
    levels = [(game, level) for game in all_games() for level in bot_levels(game.slug)]
    failed = failures_today((game.slug, level) for game, level in levels)
    words = [
        f"{game.name}, {level_name(level)}: {failed[game.slug, level]}"
        for game, level in levels
        if (game.slug, level) in failed
    ]
    if not words:
        return Check(_("Bots’ answers"), "good", _("works"))
    stood_in = _("weaker ones stood in today: {list}").format(list=list_words(words))
    return Check(_("Bots’ answers"), "warn", _("failures"), stood_in)


def _post() -> Check:
    queue = dispatch.queue()
    words = ngettext("{n} waits", "{n} wait", queue.due).format(n=queue.due)
    if queue.failed:
        failed = ngettext("{n} failed today", "{n} failed today", queue.failed)
        words = f"{words}, {failed.format(n=queue.failed)}"
    late = queue.oldest is not None and timezone.now() - queue.oldest > POST_LATE
    tone = "bad" if late else "warn" if queue.failed else "good"
    state = {"bad": _("late"), "warn": _("failures"), "good": _("in time")}[tone]
    return Check(_("Post queue"), tone, state, words)


def _disk() -> Check:
    free, total = disk_space()
    share = free / total
    tone = "bad" if share < DISK_FULL else "warn" if share < DISK_LOW else "good"
    state = {"bad": _("nearly full"), "warn": _("filling up"), "good": _("has room")}[tone]
    words = _("{free} of {total} free").format(
        free=filesizeformat(free), total=filesizeformat(total)
    )
    return Check(_("Disk"), tone, state, words)


def _backup() -> Check:
    taken = last_backup()
    if taken is None:
        words = _("None was taken here: manage.py backup takes one.")
        return Check(_("Last backup"), "bad", _("none"), words)
    old = timezone.now() - taken.at > BACKUP_OLD
    words = f"{_moment(taken.at)} · {filesizeformat(taken.size)}"
    return Check(
        _("Last backup"), "warn" if old else "good", _("old") if old else _("fresh"), words
    )


def _people() -> Figures:
    counts = people.counts()
    return Figures(
        _("People"),
        "people",
        (
            (counts.accounts, _("accounts")),
            (counts.new, _("new this week")),
            (counts.signed_in, _("signed in today")),
            (counts.guests, _("guests")),
        ),
        "admin:accounts_user_changelist",
    )


def _matches() -> Figures:
    counts = statistics.counts()
    return Figures(
        _("Matches"),
        "cards",
        (
            (counts.running, _("being played")),
            (counts.open, _("open tables")),
            (counts.finished_today, _("finished today")),
            (counts.finished, _("finished in all")),
            (tickets.count_waiting(), _("looking for a game")),
        ),
        "admin:matches_match_changelist",
    )


def _cases(reader: User) -> Figures:
    counts = moderation_counts()
    return Figures(
        _("Moderation"),
        "shield",
        (
            (counts.new, _("new cases")),
            (counts.open, _("open cases")),
            (counts.appeals, _("appeals that wait")),
            (counts.sanctioned, _("people under a sanction")),
        ),
        "people:desk" if reader.has_perm("accounts.moderate") else "",
    )


def _moment(at: datetime) -> str:
    return date_format(localtime(at), "SHORT_DATETIME_FORMAT")


def announcements_for(request: HttpRequest) -> list[tuple[Announcement, str]]:
    """What the reader of a page has not closed, each with its text in the page's language."""
    current = services.current()
    if not current:
        return []
    closed, language = closed_by(request), get_language() or settings.LANGUAGE_CODE
    return [(one, one.text_in(language)) for one in current if one.pk not in closed]


def closed_by(request: HttpRequest) -> list[int]:
    """The announcements this browser has closed, by their numbers."""
    written = request.COOKIES.get(COOKIE, "").split(".")[:CLOSED_MOST]
    return [int(one) for one in written if one.isdecimal() and len(one) < 10]


def close_for_reader(request: HttpRequest, response: HttpResponse, announcement_id: int) -> None:
    """Remember in a cookie that an announcement is closed, for as long as one can stand."""
    closed = [announcement_id, *(one for one in closed_by(request) if one != announcement_id)]
    response.set_cookie(
        COOKIE,
        ".".join(map(str, closed[:CLOSED_MOST])),
        max_age=services.LONGEST,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
