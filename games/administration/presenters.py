"""The administrators' overview of the site, and the announcements that a page shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import time
from typing import TYPE_CHECKING

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
from core.monitoring.bot_failures import failures_today
from core.monitoring.health import LOOPS, STUCK, rounds_seen
from core.monitoring.release import release
from games.administration import services
from games.administration.models import Announcement
from games.boards.words import level_name, list_words
from games.lobby.services import tickets
from games.maintenance.backups import last_backup
from games.maintenance.stores import database_size, disk_space
from games.matches.services import statistics
from games.matches.services.turns import oldest_question_to_bots
from games.notifications.services import dispatch
from games.titles.registry import all_games, bot_levels, slow_levels

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

COOKIE = "announcements_closed"
CLOSED_MOST = 20
BACKUP_OLD = timedelta(days=2)
BOT_LATE = timedelta(seconds=15)
POST_LATE = timedelta(minutes=15)
DISK_LOW, DISK_FULL = 0.15, 0.05
"""The shares of free disk space below which the overview warns, or reports an emergency."""


@dataclass(frozen=True)
class Check:
    """A part of the site that is checked: its name, the tone of its badge, its state, details."""

    name: StrOrPromise
    tone: str
    state: str
    words: str = ""


@dataclass(frozen=True)
class Figures:
    """Figures under a heading, each with what it counts; `url` leads to more of them."""

    title: StrOrPromise
    emblem: str
    figures: tuple[tuple[int, str], ...]
    url: str = ""


def overview_context(reader: User) -> dict[str, object]:
    """Return the context of administration/overview.html."""
    return {
        "checks": [*_workers(), _bots(), _bot_queue(), _post(), _disk(), _backup()],
        "figures": [_people(), _matches(), _cases(reader)],
        "release": release(),
        "database": settings.DATABASES["default"]["ENGINE"].rpartition(".")[2],
        "database_size": database_size(),
        "announcements": services.current(),
    }


def _workers() -> list[Check]:
    """Check each loop of the worker by the time of its last round, in any process."""
    names = {
        "bots": _("Bots"),
        "thinking": _("Bots with long thinking times"),
        "clocks": _("Clocks and pairing"),
        "tidy": _("Cleanup"),
        "post": _("Sending notifications"),
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
    when = _("last run {when}").format(when=_moment(datetime.fromtimestamp(at, UTC)))
    return Check(name, "bad" if late else "good", _("stalled") if late else _("working"), when)


def _bots() -> Check:
    """Check how often bots failed today, so that weaker ones answered for them."""
    levels = [(game, level) for game in all_games() for level in bot_levels(game.slug)]
    failed = failures_today((game.slug, level) for game, level in levels)
    words = [
        f"{game.name}, {level_name(level)}: {failed[game.slug, level]}"
        for game, level in levels
        if (game.slug, level) in failed
    ]
    if not words:
        return Check(_("Bot moves"), "good", _("working"))
    stood_in = _("weaker bots stood in today: {list}").format(list=list_words(words))
    return Check(_("Bot moves"), "warn", _("failures"), stood_in)


def _bot_queue() -> Check:
    """Check how long people have waited for a bot's move."""
    since = oldest_question_to_bots()
    waited = timedelta() if since is None else max(timezone.now() - since, timedelta())
    late = waited > BOT_LATE
    seconds = round(waited.total_seconds())
    words = ngettext("longest wait: {n} second", "longest wait: {n} seconds", seconds)
    return Check(
        _("Waiting for bots"),
        "warn" if late else "good",
        _("late") if late else _("on time"),
        words.format(n=seconds),
    )


def _post() -> Check:
    queue = dispatch.queue()
    words = ngettext("{n} waiting", "{n} waiting", queue.due).format(n=queue.due)
    if queue.failed:
        failed = ngettext("{n} failed today", "{n} failed today", queue.failed)
        words = f"{words}, {failed.format(n=queue.failed)}"
    late = queue.oldest is not None and timezone.now() - queue.oldest > POST_LATE
    tone = "bad" if late else "warn" if queue.failed else "good"
    state = {"bad": _("late"), "warn": _("failures"), "good": _("on time")}[tone]
    return Check(_("Delivery queue"), tone, state, words)


def _disk() -> Check:
    free, total = disk_space()
    share = free / total
    tone = "bad" if share < DISK_FULL else "warn" if share < DISK_LOW else "good"
    state = {"bad": _("nearly full"), "warn": _("filling up"), "good": _("plenty of space")}[tone]
    words = _("{free} of {total} free").format(
        free=filesizeformat(free), total=filesizeformat(total)
    )
    return Check(_("Disk"), tone, state, words)


def _backup() -> Check:
    taken = last_backup()
    if taken is None:
        words = _("None taken here. Run manage.py backup to take one.")
        return Check(_("Last backup"), "bad", _("none"), words)
    old = timezone.now() - taken.at > BACKUP_OLD
    words = f"{_moment(taken.at)} · {filesizeformat(taken.size)}"
    return Check(
        _("Last backup"), "warn" if old else "good", _("old") if old else _("recent"), words
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
            (counts.running, _("in progress")),
            (counts.open, _("open tables")),
            (counts.finished_today, _("finished today")),
            (counts.finished, _("finished in total")),
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
            (counts.appeals, _("pending appeals")),
            (counts.sanctioned, _("people under a sanction")),
        ),
        "people:desk" if reader.has_perm("accounts.moderate") else "",
    )


def _moment(at: datetime) -> str:
    return date_format(localtime(at), "SHORT_DATETIME_FORMAT")


def announcements_for(request: HttpRequest) -> list[tuple[Announcement, str]]:
    """Return the announcements this browser has not closed, with texts in the page's language."""
    current = services.current()
    if not current:
        return []
    closed, language = closed_by(request), get_language() or settings.LANGUAGE_CODE
    return [(one, one.text_in(language)) for one in current if one.pk not in closed]


def closed_by(request: HttpRequest) -> list[int]:
    """Return the numbers of the announcements this browser has closed."""
    written = request.COOKIES.get(COOKIE, "").split(".")[:CLOSED_MOST]
    return [int(one) for one in written if one.isdecimal() and len(one) < 10]


def close_for_reader(request: HttpRequest, response: HttpResponse, announcement_id: int) -> None:
    """Remember in a cookie that an announcement is closed, for the longest time one can last."""
    closed = [announcement_id, *(one for one in closed_by(request) if one != announcement_id)]
    response.set_cookie(
        COOKIE,
        ".".join(map(str, closed[:CLOSED_MOST])),
        max_age=services.LONGEST,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
