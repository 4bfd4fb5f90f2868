"""Reports by players, and the cases of moderators that collect them."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from accounts.models import Case, CaseRemark, Report, User
from accounts.models.moderation import CLAIM_LASTS, NOTE_LENGTH, SUBJECT_LENGTH
from accounts.permissions import ids_with_bots, may_moderate, may_report, uninvolved
from accounts.refusals import (
    BadReport,
    CaseClaimed,
    CaseClosed,
    InCaseAlready,
    NoSuchCase,
    NotClaimed,
    OwnReport,
    ReportedAlready,
    TooLong,
    TooManyReports,
    require,
)
from accounts.services import audit
from accounts.services.sanctions import NO_MESSAGE, may_decide_about, required_text
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
MOST_ACCOUNTS = 20
"""The number of accounts that a case can have in addition to the one it is about."""
MOST_REMARKS = 200


def report(
    reporter: User,
    about: User,
    *,
    reason: str,
    subject: str,
    subject_id: str = "",
    note: str = "",
    evidence: dict[str, object] | None = None,
) -> Report:
    """Report a user to the moderators, with a copy of the reported thing as evidence.

    Raises:
        NotAllowed: the reporter is not signed in, or has no open account.
        OwnReport: it is about the reporter.
        BadReport: the reason or subject is unknown.
        TooLong: the note or `subject_id` is too long.
        TooManyReports: the reporter made too many today.
        ReportedAlready: the reporter's same report is still open.
    """
    require(may_report(reporter))
    if reporter.pk == about.pk:
        raise OwnReport(_("You can’t report yourself."))
    if reason not in Reason.values or subject not in Report.Subject.values:
        raise BadReport(_("Choose a reason."))
    if len(note) > NOTE_LENGTH or len(subject_id) > SUBJECT_LENGTH:
        raise TooLong(_("Use at most {most} characters."), most=NOTE_LENGTH)
    with transaction.atomic():
        # The lock on the reporter's row lets a burst of reports be counted. Both rows are locked in
        # one order, since two users may report each other.
        both = User.objects.select_for_update().filter(pk__in=(reporter.pk, about.pk))
        list(both.order_by("pk"))
        yesterday = timezone.now() - timedelta(days=1)
        if reporter.reports_made.filter(made_at__gt=yesterday).count() >= REPORTS_A_DAY:
            raise TooManyReports(
                _("You have reported a lot today. The moderators are working through it.")
            )
        again = reporter.reports_made.filter(
            case__about=about, case__status=Case.Status.OPEN, subject=subject, subject_id=subject_id
        )
        if again.exists():
            raise ReportedAlready(_("You have already reported this. Thank you."))
        # The lock waits for a moderator who closes the case now: then a new one is opened.
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


def report_pattern(about: User, pattern: str, evidence: dict[str, object]) -> Report | None:
    """Report a pattern that the site detected; return None if its report is still open.

    It states facts, not a verdict: a moderator decides, as about any other report.
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
    """Return when a case with this pattern was last closed: earlier events have been judged."""
    known = Report.objects.filter(
        case__about=about, subject=Report.Subject.PATTERN, subject_id=pattern
    )
    at: datetime | None = known.aggregate(at=Max("case__closed_at"))["at"]
    return at


def waiting(moderator: User) -> QuerySet[Case]:
    """Return the open cases that this moderator may work on, heaviest and oldest first.

    Raises:
        NotAllowed: the user is no moderator.
    """
    require(may_moderate(moderator))
    cases = _not_own(moderator).filter(status=Case.Status.OPEN)
    return cases.select_related("about", "claimed_by").order_by("-weight", "opened_at")


def _not_own(moderator: User) -> QuerySet[Case]:
    """Return the cases in which neither the moderator nor a bot of theirs has a part."""
    own = ids_with_bots(moderator)
    cases = Case.objects.exclude(about__in=own).exclude(others__in=own)
    return cases.exclude(reports__reporter__in=own)


def unclaimed(cases: QuerySet[Case]) -> QuerySet[Case]:
    """Return the cases without a moderator, or whose claim has expired."""
    expired = Q(claimed_at__lte=timezone.now() - CLAIM_LASTS)
    return cases.filter(Q(claimed_by=None) | expired)


def decided(moderator: User) -> QuerySet[Case]:
    """Return the closed cases that this moderator may read, newest first.

    Raises:
        NotAllowed: the user is no moderator.
    """
    require(may_moderate(moderator))
    cases = _not_own(moderator).filter(status=Case.Status.CLOSED)
    return cases.select_related("about", "claimed_by").order_by("-closed_at")


def case_for(moderator: User, case_id: int) -> Case | None:
    """Return a case to read, or None.

    Raises:
        NotAllowed: the moderator is involved in it.
    """
    case = Case.objects.select_related("about", "claimed_by").filter(pk=case_id).first()
    if case is not None:
        _require_uninvolved(moderator, case)
    return case


def reports_of(case: Case) -> QuerySet[Report]:
    """Return a case's reports with their reporters."""
    return case.reports.select_related("reporter")


def remarks_of(case: Case) -> QuerySet[CaseRemark]:
    """Return a case's discussion with the authors."""
    return case.remarks.select_related("author")


@transaction.atomic
def claim(moderator: User, case_id: int) -> Case:
    """Claim a case, so that other moderators cannot.

    Raises:
        NotAllowed: the user is no moderator, or involved.
        NoSuchCase: there is no such case.
        CaseClosed: the case is closed.
        CaseClaimed: another moderator has claimed it.
    """
    case = _locked(moderator, case_id)
    if _is_claimed_by_other(moderator, case):
        raise CaseClaimed(_("Another moderator is working on this case."))
    return change(case, moderator, "claim", claimed_by=moderator, claimed_at=timezone.now())


@transaction.atomic
def release(moderator: User, case_id: int) -> Case:
    """Release a claimed case to other moderators; raise NotClaimed."""
    case = claimed(moderator, case_id)
    return change(case, moderator, "release", claimed_by=None, claimed_at=None)


@transaction.atomic
def close(moderator: User, case_id: int, *, upheld: bool, verdict: str) -> Case:
    """Decide a claimed case: whether the reports are right, and why.

    Raises:
        NoReason: the verdict is empty.
        TooLong: the verdict is too long.
        NotClaimed: this moderator has not claimed the case.
    """
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


@transaction.atomic
def remark(moderator: User, case_id: int, text: str) -> CaseRemark:
    """Add a remark that only moderators read; the case may be closed, or another moderator's.

    Raises:
        NotAllowed: the user is no moderator, or involved.
        NoSuchCase: there is no such case.
        NoReason: the text is empty.
        TooLong: the text is too long, or the case has too many remarks.
    """
    text = required_text(text, NO_MESSAGE)
    case = _readable(moderator, case_id)
    if case.remarks.count() >= MOST_REMARKS:
        raise TooLong(_("A case has at most {most} remarks."), most=MOST_REMARKS)
    return case.remarks.create(author=moderator, text=text)


@transaction.atomic
def add_account(moderator: User, case_id: int, user: User) -> Case:
    """Add an account to a claimed case, so that it is judged together with the others.

    Raises:
        NotAllowed: the moderator may not decide about this account.
        NotClaimed: this moderator has not claimed the case.
        InCaseAlready: the account is in the case.
        TooLong: the case has too many accounts.
    """
    case = claimed(moderator, case_id)
    require(may_decide_about(moderator, user))
    if user.pk == case.about_id or case.others.filter(pk=user.pk).exists():
        raise InCaseAlready(_("{name} is already in this case."), name=user.name)
    if case.others.count() >= MOST_ACCOUNTS:
        raise TooLong(_("A case has at most {most} further accounts."), most=MOST_ACCOUNTS)
    case.others.add(user)
    audit.log(moderator, "add-account", about=user, subject=f"case {case.pk}")
    return case


def accounts_of(case: Case) -> QuerySet[User]:
    """Return the further accounts of a case, by username."""
    return case.others.order_by("username")


@transaction.atomic
def remove_account(moderator: User, case_id: int, user: User) -> Case:
    """Take an account out of a claimed case; raise NotClaimed."""
    case = claimed(moderator, case_id)
    if case.others.filter(pk=user.pk).exists():
        case.others.remove(user)
        audit.log(moderator, "remove-account", about=user, subject=f"case {case.pk}")
    return case


def change(case: Case, by: User | None, act: str, why: str = "", **fields: object) -> Case:
    """Store new values of a case's fields, log the act, and announce a decision."""
    for name, value in fields.items():
        setattr(case, name, value)
    case.save(update_fields=[*fields])
    audit.log(by, act, about=case.about, subject=f"case {case.pk}", why=why)
    if fields.get("status") == Case.Status.CLOSED:
        case_closed.send(Case, case=case)
    return case


@transaction.atomic
def claimed(moderator: User, case_id: int) -> Case:
    """Return an open case that this moderator has claimed, its row locked; raise NotClaimed."""
    case = _locked(moderator, case_id)
    if case.claimed_by_id != moderator.pk:
        raise NotClaimed(_("Take the case first."))
    return case


def may_claim(moderator: User, case: Case) -> bool:
    """Return whether this moderator may claim an open case, and has not done so already."""
    is_open = case.status == Case.Status.OPEN and case.claimed_by_id != moderator.pk
    return is_open and not _is_claimed_by_other(moderator, case)


def _is_claimed_by_other(moderator: User, case: Case) -> bool:
    if case.claimed_by_id in (None, moderator.pk) or case.claimed_at is None:
        return False
    return case.claimed_at > timezone.now() - CLAIM_LASTS


def _readable(moderator: User, case_id: int) -> Case:
    """Return a case that this moderator may read, its row locked."""
    require(may_moderate(moderator))
    case = Case.objects.select_for_update().filter(pk=case_id).first()
    if case is None:
        raise NoSuchCase(_("There is no such case."))
    _require_uninvolved(moderator, case)
    return case


def _require_uninvolved(moderator: User, case: Case) -> None:
    others = case.others.values_list("pk", flat=True)
    require(uninvolved(moderator, case.about_id, *others, reports=case.reports))


def _locked(moderator: User, case_id: int) -> Case:
    case = _readable(moderator, case_id)
    if case.status != Case.Status.OPEN:
        raise CaseClosed(_("This case is closed."))
    return case


def reports_by(user: User) -> QuerySet[Report]:
    """Return a user's reports with their cases: first the open ones, then those closed last."""
    newest = (F("case__closed_at").desc(nulls_first=True), "-made_at")
    return user.reports_made.select_related("case").order_by(*newest)


def _unread(user: User) -> QuerySet[Report]:
    return user.reports_made.filter(case__status=Case.Status.CLOSED, answer_read_at=None)


def unread_answers(user: User) -> int:
    return _unread(user).count()


def read_answers(user: User) -> None:
    _unread(user).update(answer_read_at=timezone.now())
