"""The administrators' overview of the site, and the announcements that a page shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.presenters import moderation_counts
from accounts.services import people
from core.environment import Environment, meanings
from core.monitoring.release import release
from core.version import VERSION, commit
from games.administration import services
from games.administration.checks import setup_checks, work_checks, worker_checks
from games.administration.models import Announcement
from games.lobby.services import tickets
from games.maintenance.stores import database_size
from games.matches.services import statistics

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

COOKIE = "announcements_closed"
CLOSED_MOST = 20


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
        "checks": [*worker_checks(), *work_checks()],
        "figures": [_people(), _matches(), _cases(reader)],
        "version": f"{VERSION} ({commit() or release()})",
        "database": settings.DATABASES["default"]["ENGINE"].rpartition(".")[2],
        "database_size": database_size(),
        "announcements": services.current(),
    }


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


def settings_context() -> dict[str, object]:
    """Return the context of administration/settings.html."""
    means = meanings(settings.BASE_DIR / "docs" / "operations.md")
    environment: Environment = settings.ENVIRONMENT
    rows = [(one, means.get(one.name, "")) for one in environment.variables]
    return {"checks": setup_checks(remote=False), "rows": rows}


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
