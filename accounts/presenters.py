"""Contexts for pages about moderation: for the user, for moderators, and for everyone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.core.paginator import Paginator
from django.db import models
from django.db.models import Count, Prefetch, QuerySet
from django.db.models.functions import TruncMonth
from django.template.loader import render_to_string
from django.utils.text import get_text_list
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Appeal, AuditEntry, Case, Report, Sanction, User
from accounts.permissions import (
    describe_sanction,
    in_force,
    may_moderate,
    may_moderate_all,
    uninvolved,
)
from accounts.refusals import require
from accounts.services import appeals, reports, sanctions, usual_reasons
from accounts.services.bots import answering_for
from accounts.services.devices import shares_device, shares_network

Kind = Sanction.Kind
QUICK, SHARED, GAINED = "quick", "shared", "gained"
ONE_NETWORK, NOWHERE_ELSE = "network", "nowhere-else"
"""Patterns that the site detects itself."""
ON_EVERY_PAGE = (Kind.BAN, Kind.SUSPENSION)
WHEN_IT_CHANGES = (*ON_EVERY_PAGE, Kind.MUTE, Kind.UNRATED)
MONTHS = 12
SHOWN = 50
SHOWN_MADE = 10
CASES = 30


def moderation_status_html(
    user: Any, *, path: str = "/", csrf_token: str = "", oob: bool = False
) -> str:
    """Render a user's unread warnings, each with a button, and the gravest sanction in force.

    `path` is the page to return to. `oob` renders the fragment that is pushed to an open page when
    something changes; it also shows mutes and the like, which a page shows where they matter.
    Without a sanction nothing is queried.
    """
    sanctions = in_force(user)
    kinds = WHEN_IT_CHANGES if oob else ON_EVERY_PAGE
    grave = [one for one in sanctions if one.kind in kinds][:1]
    context = {
        "warnings": [one for one in sanctions if one.kind == Kind.WARNING],
        "notices": [
            {"pk": one.pk, "kind": one.kind, "words": describe_sanction(one), "why": one.reason}
            for one in grave
        ],
        "path": path,
        "csrf_token": csrf_token,
        "oob": oob,
    }
    return render_to_string("accounts/_moderation_status.html", context)


class Show(models.TextChoices):
    """The kinds of cases that the desk lists."""

    OPEN = "open", _("Open")
    NEW = "new", _("New")
    MINE = "mine", _("Mine")
    DECIDED = "decided", _("Decided")


def moderation_desk(reader: User, show: Show, page: str | None) -> dict[str, object]:
    """Return the context of moderation/desk.html: cases of one kind, and all appeals.

    Raises:
        NotAllowed: the reader is no moderator.
    """
    waiting = reports.waiting(reader)
    kinds = {
        Show.OPEN: waiting,
        Show.NEW: reports.unclaimed(waiting),
        Show.MINE: waiting.filter(claimed_by=reader),
        Show.DECIDED: reports.decided(reader),
    }
    counts: dict[Show, int] = {kind: kinds[kind].count() for kind in Show if kind != Show.DECIDED}
    reasons = Prefetch("reports", Report.objects.order_by("made_at"))
    return {
        "show": show,
        "tabs": [(kind.value, kind.label, counts.get(kind, 0)) for kind in Show],
        "cases": Paginator(kinds[show].prefetch_related(reasons), CASES).get_page(page),
        "appeals": appeals.waiting(reader),
    }


def waiting_for_moderator(user: User) -> int:
    """Return the number of unclaimed cases and of appeals for this user; 0 if no moderator."""
    if not user.has_perm("accounts.moderate") or not may_moderate(user):
        return 0
    return reports.unclaimed(reports.waiting(user)).count() + appeals.waiting(user).count()


def moderation_record(reader: User, person: User) -> dict[str, object]:
    """Return the context of moderation/_record.html: another user's record, for a moderator.

    It leaves out the user's reports about the reader: no moderator sees their own case.

    Raises:
        NotAllowed: the record is the reader's own.
    """
    require(uninvolved(reader, person.pk))
    about = Report.objects.filter(case__about=person).select_related("case")
    made = person.reports_made.exclude(case__about=reader).select_related("case__about")
    return {
        "about": person,
        "past_reports": about.order_by("-made_at")[:SHOWN],
        "made_reports": made.order_by("-made_at")[:SHOWN_MADE],
        "sanctions": [
            (one, sanctions.may_give(reader, one.kind, one.lasts))
            for one in person.sanctions.select_related("given_by", "lifted_by")
        ],
        "acts": AuditEntry.objects.filter(about_id=person.pk)[:SHOWN],
        "shared_device": shares_device(person),
        "shared_network": shares_network(person),
        "kinds": sanctions.kinds_for(reader),
        "usual": usual_reasons.offered(get_language() or ""),
        "longest": None if may_moderate_all(reader) else sanctions.LONGEST_BY_MODERATOR,
        "decides": sanctions.may_decide_about(reader, answering_for(person)),
        "sanctions_now": sanctions.may_sanction(reader, answering_for(person)),
        # Games have the first of these templates, since accounts know nothing of matches.
        "matches": ["moderation/_record_matches.html", "accounts/_no_matches.html"],
    }


@dataclass(frozen=True)
class ModerationCounts:
    """Open work of all moderators together."""

    new: int
    open: int
    appeals: int
    sanctioned: int


def moderation_counts() -> ModerationCounts:
    """Return the number of open cases, waiting appeals and sanctioned users."""
    cases = Case.objects.filter(status=Case.Status.OPEN)
    return ModerationCounts(
        reports.unclaimed(cases).count(),
        cases.count(),
        Appeal.objects.filter(verdict="").count(),
        User.objects.filter(sanctioned=True, gone_at=None).count(),
    )


def describe_pattern(evidence: Mapping[str, Any]) -> list[str]:
    """Return a pattern that the site detected, as sentences for moderators."""
    n, days = evidence.get("n", 0), evidence.get("days", 0)
    others = get_text_list([f"@{name}" for name in evidence.get("others", ())], gettext("and"))
    words = {
        QUICK: ngettext(
            "Won {n} rated match that ended quickly against {others} within {days} days.",
            "Won {n} rated matches that ended quickly against {others} within {days} days.",
            n,
        ),
        SHARED: ngettext(
            "Played {n} rated match within {days} days against {others} in the same browser.",
            "Played {n} rated matches within {days} days against {others} in the same browser.",
            n,
        ),
        GAINED: ngettext(
            "Gained {n} rating point within {days} days, with {part}% of all gains from {others}.",
            "Gained {n} rating points within {days} days, with {part}% of all gains from {others}.",
            n,
        ),
        ONE_NETWORK: ngettext(
            "Gained {n} rating point within {days} days, with {part}% of all gains from accounts "
            "of one network: {others}.",
            "Gained {n} rating points within {days} days, with {part}% of all gains from accounts "
            "of one network: {others}.",
            n,
        ),
        NOWHERE_ELSE: ngettext(
            "Won {n} rated match within {days} days against accounts that played rated with no "
            "other player: {others}. That is {part}% of all wins.",
            "Won {n} rated matches within {days} days against accounts that played rated with no "
            "other player: {others}. That is {part}% of all wins.",
            n,
        ),
    }
    found = words.get(evidence.get("pattern", ""), "")
    lines = [found.format(n=n, days=days, others=others, part=evidence.get("part", 0))]
    if evidence.get("device"):
        lines.append(gettext("These accounts were used in the same browser."))
    if evidence.get("network"):
        lines.append(gettext("They signed in from the same network, often a shared household."))
    return lines


@dataclass
class Month:
    """The counts of one month."""

    month: datetime
    reports: int = 0
    acts: int = 0
    sanctions: int = 0
    appeals: int = 0
    lifted: int = 0


def moderation_by_month() -> list[Month]:
    """Return the latest months with any activity, newest first."""
    months: dict[datetime, Month] = {}
    counts: list[tuple[str, QuerySet[Any], str]] = [
        ("reports", Report.objects.all(), "made_at"),
        ("acts", AuditEntry.objects.all(), "at"),
        ("sanctions", Sanction.objects.exclude(kind=Kind.NOTE), "since"),
        ("appeals", Appeal.objects.all(), "made_at"),
        ("lifted", Appeal.objects.filter(verdict=Appeal.Verdict.LIFTED), "decided_at"),
    ]
    for name, rows, when in counts:
        per_month = rows.order_by().annotate(month=TruncMonth(when, tzinfo=UTC)).values("month")
        for row in per_month.annotate(count=Count("pk")):
            month = months.setdefault(row["month"], Month(row["month"]))
            setattr(month, name, row["count"])
    return sorted(months.values(), key=lambda month: month.month, reverse=True)[:MONTHS]
