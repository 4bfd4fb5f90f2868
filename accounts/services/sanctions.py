"""Sanctions: given, read, lifted by hand or by time."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from accounts.models import Case, Report, Sanction, User
from accounts.models.moderation import NOTE_LENGTH
from accounts.permissions import may_moderate, may_moderate_all, uninvolved
from accounts.refusals import BadDate, BadSanction, LiftedAlready, NoReason, TooLong, require
from accounts.services import audit
from accounts.signals import sanctioned

Kind = Sanction.Kind
LONGEST_BY_MODERATOR = timedelta(days=14)
"""A longer suspension, and every ban, is a senior moderator's."""


def give(
    by: User,
    user: User,
    kind: str,
    reason: str,
    *,
    until: datetime | None = None,
    case: Case | None = None,
) -> Sanction:
    """Put somebody under a sanction, at once and everywhere; NotAllowed, BadSanction, BadDate."""
    require(may_moderate(by))
    require_uninvolved(by, user)
    if kind not in Kind.values:
        raise BadSanction(_("There is no such sanction."))
    reason = required_text(reason)
    now = timezone.now()
    if until is not None and until <= now:
        raise BadDate(_("That time has passed. Choose a later one."))
    if kind in (Kind.NOTE, Kind.WARNING):
        until = None
    require_rank(by, kind, until, now)
    with transaction.atomic():
        sanction = Sanction.objects.create(
            user=user, kind=kind, reason=reason, until=until, case=case, given_by=by, since=now
        )
        User.objects.filter(pk=user.pk).update(sanctioned=True)
        user.sanctioned = True
        audit.enter(
            by, f"sanction-{kind}", about=user, subject=f"sanction {sanction.pk}", why=reason
        )
        notify_sanctioned(sanction)
    return sanction


def sanction_by(sanction_id: int) -> Sanction | None:
    """A sanction by its number, with whom it is for."""
    return Sanction.objects.select_related("user").filter(pk=sanction_id).first()


def known_to(user: User) -> QuerySet[Sanction]:
    """The sanctions somebody knows they are or were under, with their appeals."""
    return user.sanctions.exclude(kind=Kind.NOTE).select_related("appeal")


def lift(by: User, sanction: Sanction, why: str) -> Sanction:
    """End a sanction before its time; NotAllowed, LiftedAlready."""
    require(may_moderate(by))
    require_uninvolved(by, sanction.user)
    require_rank(by, sanction.kind, sanction.until, sanction.since)
    return end(by, sanction, why)


def end(by: User, sanction: Sanction, why: str) -> Sanction:
    """End a sanction; whether `by` may is the caller's to know."""
    with transaction.atomic():
        locked = Sanction.objects.select_for_update().get(pk=sanction.pk)
        if locked.lifted_at is not None:
            raise LiftedAlready(_("This sanction is lifted already."))
        locked.lifted_at, locked.lifted_by = timezone.now(), by
        locked.save(update_fields=["lifted_at", "lifted_by"])
        subject = f"sanction {locked.pk}"
        audit.enter(by, "lift", about=locked.user, subject=subject, why=required_text(why))
        refresh(locked.user)
        notify_sanctioned(locked)
    return locked


def read_warning(user: User, sanction_id: int) -> None:
    """The warned one has read it: play goes on; twice is once."""
    with transaction.atomic():
        unread = user.sanctions.select_for_update().filter(kind=Kind.WARNING, read_at=None)
        warning = unread.filter(pk=sanction_id).first()
        if warning is None:
            return
        warning.read_at = timezone.now()
        warning.save(update_fields=["read_at"])
        refresh(user)
        notify_sanctioned(warning)


def refresh(user: User) -> None:
    """Note on the account, in a transaction, whether anything may still be in force."""
    # A sanction given meanwhile waits for this row, or is seen here.
    User.objects.select_for_update().get(pk=user.pk)
    user.sanctioned = any(
        sanction.in_force or (sanction.lifted_at is None and sanction.since > timezone.now())
        for sanction in user.sanctions.exclude(kind=Kind.NOTE)
    )
    user.save(update_fields=["sanctioned"])


def sweep() -> int:
    """Take the mark off accounts whose last sanction ran out; how many there were."""
    freed = 0
    for user in User.objects.filter(sanctioned=True):
        with transaction.atomic():
            refresh(user)
        freed += not user.sanctioned
    return freed


def required_text(text: str) -> str:
    """A reason in the moderator's own words; NoReason, TooLong."""
    text = text.strip()
    if not text:
        raise NoReason(_("Say why."))
    if len(text) > NOTE_LENGTH:
        raise TooLong(_("Please keep it to {most} characters."), most=NOTE_LENGTH)
    return text


def require_uninvolved(by: User, user: User) -> None:
    """Nobody decides on themselves, nor on whom they have reported just now; NotAllowed."""
    open_reports = Report.objects.filter(case__about=user, case__status=Case.Status.OPEN)
    require(uninvolved(by, user.pk, reports=open_reports))


def require_rank(by: User, kind: str, until: datetime | None, since: datetime) -> None:
    """That this sanction is not one that only a senior moderator gives or lifts; NotAllowed."""
    long = kind == Kind.SUSPENSION and (until is None or until - since > LONGEST_BY_MODERATOR)
    if kind == Kind.BAN or long:
        require(may_moderate_all(by))


def notify_sanctioned(sanction: Sanction) -> None:
    """Once it is committed, whoever holds seats and sockets of the person hears of it."""

    def send() -> None:
        sanctioned.send_robust(Sanction, sanction=sanction)

    transaction.on_commit(send, robust=True)
