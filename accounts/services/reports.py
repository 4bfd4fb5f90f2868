"""Reports by players, and the cases of moderators that collect them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from accounts.models import Case, Report, User
from accounts.models.moderation import NOTE_LENGTH, SUBJECT_LENGTH
from accounts.permissions import may_moderate, may_report, uninvolved
from accounts.refusals import (
    BadReport,
    CaseClaimed,
    CaseClosed,
    NoSuchCase,
    NotClaimed,
    OwnReport,
    ReportedAlready,
    TooLong,
    TooManyReports,
    require,
)
from accounts.services import audit
from accounts.services.sanctions import required_text
from accounts.signals import case_closed

Reason = Report.Reason
WEIGHTS = {
    Reason.ABUSE: 5,
    Reason.CHEATING: 4,
    Reason.NAME: 3,
    Reason.STALLING: 2,
    Reason.SPAM: 2,
    Reason.OTHER: 1,
}
REPORTS_A_DAY = 20
CLAIM_LASTS = timedelta(hours=2)
"""After that another moderator may claim the case."""


def report(
    reporter: User,
    about: User,
    *,
    reason: str,
    subject: str,
    subject_id: str = "",
    note: str = "",
    evidence: dict[str, Any] | None = None,
) -> Report:
    """Report somebody to the moderators, with a copy of what is reported as evidence.

    NotAllowed, OwnReport, BadReport, TooLong, TooManyReports, ReportedAlready.
    """
    require(may_report(reporter))
    if reporter.pk == about.pk:
        raise OwnReport(_("This is you."))
    if reason not in Reason.values or subject not in Report.Subject.values:
        raise BadReport(_("Choose what the matter is."))
    if len(note) > NOTE_LENGTH or len(subject_id) > SUBJECT_LENGTH:
        raise TooLong(_("Please keep it to {most} characters."), most=NOTE_LENGTH)
    with transaction.atomic():
        # The reporter's row is locked, so that a burst of reports is counted. Both rows in one
        # order, since two may report each other.
        both = User.objects.select_for_update().filter(pk__in=(reporter.pk, about.pk))
        list(both.order_by("pk"))
        yesterday = timezone.now() - timedelta(days=1)
        if reporter.reports_made.filter(made_at__gt=yesterday).count() >= REPORTS_A_DAY:
            raise TooManyReports(_("You have reported a lot today. The moderators are reading."))
        again = reporter.reports_made.filter(
            case__about=about, case__status=Case.Status.OPEN, subject=subject, subject_id=subject_id
        )
        if again.exists():
            raise ReportedAlready(_("You have reported this already. Thank you."))
        # Locked, since it may be closed at this moment: then a new one is opened.
        cases = Case.objects.select_for_update()
        case, _new = cases.get_or_create(about=about, status=Case.Status.OPEN)
        made = Report.objects.create(
            case=case,
            reporter=reporter,
            reason=reason,
            subject=subject,
            subject_id=subject_id,
            note=note.strip(),
            evidence={"name": about.display_name, "username": about.username, **(evidence or {})},
        )
        Case.objects.filter(pk=case.pk).update(weight=F("weight") + WEIGHTS[Reason(reason)])
        return made


def report_pattern(about: User, pattern: str, evidence: dict[str, Any]) -> Report | None:
    """Report a pattern that the site found itself, once while it is open; None if it is known.

    It says what happened, and is no verdict: a moderator decides, as about any other report.
    """
    with transaction.atomic():
        case, _new = Case.objects.select_for_update().get_or_create(
            about=about, status=Case.Status.OPEN
        )
        if case.reports.filter(subject=Report.Subject.PATTERN, subject_id=pattern).exists():
            return None
        made = Report.objects.create(
            case=case,
            reason=Reason.CHEATING,
            subject=Report.Subject.PATTERN,
            subject_id=pattern,
            evidence={"name": about.display_name, "username": about.username, **evidence},
        )
        Case.objects.filter(pk=case.pk).update(weight=F("weight") + WEIGHTS[Reason.CHEATING])
        return made


def pattern_decided_at(about: User, pattern: str) -> datetime | None:
    """When a case with this pattern was last closed: what happened before has been judged."""
    known = Report.objects.filter(
        case__about=about, subject=Report.Subject.PATTERN, subject_id=pattern
    )
    at: datetime | None = known.aggregate(at=Max("case__closed_at"))["at"]
    return at


def waiting(moderator: User) -> QuerySet[Case]:
    """The open cases this moderator may work on, the heaviest and oldest first; NotAllowed."""
    require(may_moderate(moderator))
    cases = Case.objects.filter(status=Case.Status.OPEN).exclude(about=moderator)
    cases = cases.exclude(reports__reporter=moderator)
    return cases.select_related("about", "claimed_by").order_by("-weight", "opened_at")


def unclaimed(cases: QuerySet[Case]) -> QuerySet[Case]:
    """Those that nobody works on, or has let lie."""
    lapsed = Q(claimed_at__lte=timezone.now() - CLAIM_LASTS)
    return cases.filter(Q(claimed_by=None) | lapsed)


def decided(moderator: User) -> QuerySet[Case]:
    """The closed cases this moderator may read, the latest first; NotAllowed."""
    require(may_moderate(moderator))
    cases = Case.objects.filter(status=Case.Status.CLOSED).exclude(about=moderator)
    cases = cases.exclude(reports__reporter=moderator)
    return cases.select_related("about", "claimed_by").order_by("-closed_at")


def case_for(moderator: User, case_id: int) -> Case | None:
    """A case to read; NotAllowed for a moderator who is involved in it."""
    case = Case.objects.select_related("about", "claimed_by").filter(pk=case_id).first()
    if case is not None:
        require(uninvolved(moderator, case.about_id, reports=case.reports))
    return case


def reports_of(case: Case) -> QuerySet[Report]:
    """The reports of a case, each with its reporter."""
    return case.reports.select_related("reporter")


@transaction.atomic
def claim(moderator: User, case_id: int) -> Case:
    """Take a case on, so that others cannot; NotAllowed, NoSuchCase, CaseClosed, CaseClaimed."""
    case = _locked(moderator, case_id)
    if _is_claimed_by_other(moderator, case):
        raise CaseClaimed(_("Another moderator works on this case."))
    return change(case, moderator, "claim", claimed_by=moderator, claimed_at=timezone.now())


@transaction.atomic
def release(moderator: User, case_id: int) -> Case:
    """Let others take the case on; NotClaimed."""
    case = claimed(moderator, case_id)
    return change(case, moderator, "release", claimed_by=None, claimed_at=None)


@transaction.atomic
def close(moderator: User, case_id: int, *, upheld: bool, verdict: str) -> Case:
    """Decide a case: whether the reports are right, and why. NoReason, TooLong, NotClaimed."""
    verdict = required_text(verdict)
    case = claimed(moderator, case_id)
    act = "close-upheld" if upheld else "close-dismissed"
    return change(
        case,
        moderator,
        act,
        verdict,
        status=Case.Status.CLOSED,
        closed_at=timezone.now(),
        upheld=upheld,
        verdict=verdict,
    )


def change(case: Case, by: User | None, act: str, why: str = "", **fields: Any) -> Case:
    """Store new values of a case's fields, and log the act; a decision is announced."""
    for name, value in fields.items():
        setattr(case, name, value)
    case.save(update_fields=[*fields])
    audit.log(by, act, about=case.about, subject=f"case {case.pk}", why=why)
    if fields.get("status") == Case.Status.CLOSED:
        case_closed.send(Case, case=case)
    return case


@transaction.atomic
def claimed(moderator: User, case_id: int) -> Case:
    """An open case this moderator has claimed, its row locked; NotClaimed."""
    case = _locked(moderator, case_id)
    if case.claimed_by_id != moderator.pk:
        raise NotClaimed(_("Take the case on first."))
    return case


def may_claim(moderator: User, case: Case) -> bool:
    """Whether this moderator may take an open case on, and does not work on it already."""
    is_open = case.status == Case.Status.OPEN and case.claimed_by_id != moderator.pk
    return is_open and not _is_claimed_by_other(moderator, case)


def _is_claimed_by_other(moderator: User, case: Case) -> bool:
    if case.claimed_by_id in (None, moderator.pk) or case.claimed_at is None:
        return False
    return case.claimed_at > timezone.now() - CLAIM_LASTS


def _locked(moderator: User, case_id: int) -> Case:
    require(may_moderate(moderator))
    case = Case.objects.select_for_update().filter(pk=case_id).first()
    if case is None:
        raise NoSuchCase(_("There is no such case."))
    require(uninvolved(moderator, case.about_id, reports=case.reports))
    if case.status != Case.Status.OPEN:
        raise CaseClosed(_("This case is closed."))
    return case


def answers_for(user: User) -> QuerySet[Report]:
    """The closed ones of somebody's reports, with their cases, the newest first."""
    closed = user.reports_made.filter(case__status=Case.Status.CLOSED)
    return closed.select_related("case__about").order_by("-case__closed_at")


def unread_answers(user: User) -> int:
    return answers_for(user).filter(answer_read_at=None).count()


def read_answers(user: User) -> None:
    answers_for(user).filter(answer_read_at=None).update(answer_read_at=timezone.now())
