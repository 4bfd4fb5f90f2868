"""Sanctions: given, read, lifted by a moderator or expired; and names taken away."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from functools import partial

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from accounts.models import AuditEntry, Case, Report, Sanction, User
from accounts.models.moderation import CLAIM_LASTS, NOTE_LENGTH
from accounts.models.names import release_names
from accounts.permissions import (
    ALLOWED,
    Answer,
    ids_with_bots,
    may_edit_profile,
    may_moderate,
    may_moderate_all,
    outranks,
    uninvolved,
)
from accounts.refusals import (
    AlreadyInForce,
    BadDate,
    BadSanction,
    LiftedAlready,
    NoFreeName,
    NoReason,
    TooLong,
    require,
)
from accounts.services import audit
from accounts.services.bots import answering_for
from accounts.services.lookalikes import skeleton_of
from accounts.services.people import lock_people
from accounts.signals import renamed, sanctioned

Kind = Sanction.Kind
REMOVED, CHOSEN = "rename", "choose-username"
"""Codes in the audit log: a moderator removed a name, and its user chose a new username."""
LONGEST_BY_MODERATOR = timedelta(days=14)
"""A longer suspension, and every ban, needs a senior moderator."""
RENAME_TRIES = 10
ASSIGNED = "renamed-"
"""The beginning of usernames that replace removed ones; no user can choose it."""
FORMER = "was "
NO_REASON, NO_MESSAGE = _("Give a reason."), _("Write a message first.")


def give(
    by: User,
    user: User,
    kind: str,
    reason: str,
    *,
    until: datetime | None = None,
    case: Case | None = None,
) -> Sanction:
    """Give a user a sanction that applies at once.

    An owner answers for their bots: the sanction goes to the owner, and applies to all their bots.

    Raises:
        NotAllowed: the moderator is involved or lacks the rank, or another one works on a case.
        BadSanction: the kind is unknown.
        BadDate: `until` has passed.
        NoReason: the reason is empty.
        TooLong: the reason is too long.
        AlreadyInForce: a sanction of this kind, other than a note, is in force.
    """
    require(may_moderate(by))
    user = answering_for(user)
    require(may_sanction(by, user))
    if kind not in Kind.values:
        raise BadSanction(_("There is no such sanction."))
    reason = required_text(reason)
    now = timezone.now()
    if until is not None and until <= now:
        raise BadDate(_("That time is in the past. Choose a later one."))
    if kind in (Kind.NOTE, Kind.WARNING):
        until = None
    require(_may_give_now(by, kind, None if until is None else until - now))
    with transaction.atomic():
        lock_people([user.pk])
        if kind != Kind.NOTE and any(one.in_force for one in user.sanctions.filter(kind=kind)):
            raise AlreadyInForce(
                _(
                    "{name} already has this sanction. To change it, lift it first and then add "
                    "the new one. Or choose another kind."
                ),
                name=user.name,
            )
        sanction = Sanction.objects.create(
            user=user, kind=kind, reason=reason, until=until, case=case, given_by=by, since=now
        )
        User.objects.filter(pk=user.pk).update(sanctioned=True)
        user.sanctioned = True
        subject = f"sanction {sanction.pk}"
        audit.log(by, f"sanction-{kind}", about=user, subject=subject, why=reason)
        send_sanctioned(sanction)
    return sanction


def sanction_by_id(sanction_id: int) -> Sanction | None:
    """Return a sanction with its user, or None."""
    return Sanction.objects.select_related("user").filter(pk=sanction_id).first()


def visible_to(user: User) -> QuerySet[Sanction]:
    """Return the user's own sanctions, past ones too, with their appeals, without notes."""
    return user.sanctions.exclude(kind=Kind.NOTE).select_related("appeal")


def lift(by: User, sanction: Sanction, why: str) -> Sanction:
    """End a sanction early.

    Raises:
        NotAllowed: the moderator is involved or lacks the rank.
        LiftedAlready: the sanction is lifted.
    """
    require(may_moderate(by))
    require(may_decide_about(by, sanction.user))
    require(may_give(by, sanction.kind, sanction.lasts))
    return end(by, sanction, why)


def end(by: User, sanction: Sanction, why: str) -> Sanction:
    """End a sanction for a moderator whose permission the caller has checked.

    Raises:
        LiftedAlready: the sanction is lifted.
    """
    with transaction.atomic():
        locked = Sanction.objects.select_for_update().get(pk=sanction.pk)
        if locked.lifted_at is not None:
            raise LiftedAlready(_("This sanction has already been lifted."))
        locked.lifted_at, locked.lifted_by = timezone.now(), by
        locked.save(update_fields=["lifted_at", "lifted_by"])
        subject = f"sanction {locked.pk}"
        audit.log(by, "lift", about=locked.user, subject=subject, why=required_text(why))
        refresh(locked.user)
        send_sanctioned(locked)
    return locked


def shorten(sanction: Sanction, until: datetime | None) -> None:
    """Let a sanction end earlier; the caller has checked who may, and logs it.

    Raises:
        LiftedAlready: the sanction is lifted or over.
        BadDate: `until` is missing or has passed, or is no earlier than the end of the sanction.
    """
    with transaction.atomic():
        locked = Sanction.objects.select_for_update().get(pk=sanction.pk)
        if not locked.in_force or locked.kind == Kind.WARNING:
            raise LiftedAlready(_("This sanction can’t be shortened any more."))
        if until is None:
            raise BadDate(_("Write for how many days from now."))
        if until <= timezone.now():
            raise BadDate(_("That time is in the past. Choose a later one."))
        if locked.until is not None and until >= locked.until:
            raise BadDate(_("The sanction already ends by then. Choose fewer days."))
        locked.until = until
        locked.save(update_fields=["until"])
        refresh(locked.user)
        send_sanctioned(locked)


def read_warning(user: User, sanction_id: int) -> None:
    """Mark a warning of this user as read, which ends it; a second time changes nothing."""
    with transaction.atomic():
        unread = user.sanctions.select_for_update().filter(kind=Kind.WARNING, read_at=None)
        warning = unread.filter(pk=sanction_id).first()
        if warning is None:
            return
        warning.read_at = timezone.now()
        warning.save(update_fields=["read_at"])
        refresh(user)
        send_sanctioned(warning)


def rename(by: User, user: User, why: str) -> User:
    """Replace an offensive username, and clear the display name and the profile text.

    No user gets the offensive name for a time.

    Raises:
        NotAllowed: the moderator is involved or lacks the rank.
        NoFreeName: no random name was free.
    """
    require(may_moderate(by))
    why = required_text(why)
    require(may_decide_about(by, user))
    for _try in range(RENAME_TRIES):
        try:
            with transaction.atomic():
                locked = User.objects.select_for_update().get(pk=user.pk)
                before = locked.username
                locked.username = f"{ASSIGNED}{secrets.randbelow(10**6):06}"
                locked.display_name = locked.about = ""
                release_names(locked.pk)
                locked.save(update_fields=["username", "display_name", "about"])
                audit.log(by, REMOVED, about=locked, subject=_former(before), why=why)
                send = partial(renamed.send_robust, User, user=locked, why=why)
                transaction.on_commit(send, robust=True)
                return locked
        except IntegrityError:
            continue
    raise NoFreeName(_("No free name was found. Try again."))


def renames_of(user: User) -> QuerySet[AuditEntry]:
    """Return the audit log's entries about names of this user that moderators took away."""
    return AuditEntry.objects.filter(act=REMOVED, about_id=user.pk)


def has_assigned_name(user: User) -> bool:
    """Return whether a moderator took the username away and its user has not chosen a new one.

    A guest chooses one by keeping the account.
    """
    return user.username.startswith(ASSIGNED) and not user.is_guest


def may_choose_username(user: User) -> Answer:
    """Check whether a user may choose a username: once, after a moderator took the last one."""
    if not has_assigned_name(user):
        words = gettext("You can choose a username only after a moderator removed yours.")
        return Answer(False, "keeps-name", words)
    return may_edit_profile(user)


def is_removed_name(user: User, name: str) -> bool:
    """Return whether a name looks like a username that a moderator took away from this user."""
    removed = renames_of(user).values_list("subject", flat=True)
    return skeleton_of(name) in {skeleton_of(one.removeprefix(FORMER)) for one in removed}


def choose_username(user: User, username: str) -> User:
    """Replace the username that a user was assigned by one that a form has validated.

    Raises:
        NotAllowed: a sanction forbids it, or the username was not assigned.
        NameTaken: another user took the name since the form checked it.
    """
    with transaction.atomic():
        locked = User.objects.select_for_update().get(pk=user.pk)
        require(may_choose_username(locked))
        before = locked.username
        locked.username = username
        locked.save(update_fields=["username"])
        audit.log(locked, CHOSEN, about=locked, subject=_former(before))
        transaction.on_commit(partial(renamed.send_robust, User, user=locked, why=""), robust=True)
    return locked


def username_to_sign_in(typed: str) -> str:
    """Return the present username of the account whose former one was typed, else the typed one.

    A name that another account has by now is that account's. One query, whatever the name, so that
    the time shows a stranger nothing.
    """
    renamed_ids = _renames_from(typed).values("about_id")
    people = User.objects.filter(Q(username__iexact=typed) | Q(pk__in=renamed_ids))
    names = list(people.values_list("username", flat=True)[:2])
    return names[0] if len(names) == 1 else typed


def user_formerly_named(username: str) -> User | None:
    """Return the user who was the last to lose this username to a rename."""
    user_id = _renames_from(username).values_list("about_id", flat=True).first()
    return None if user_id is None else User.objects.filter(pk=user_id).first()


def _renames_from(username: str) -> QuerySet[AuditEntry]:
    subject = _former(username)
    return AuditEntry.objects.filter(act__in=(REMOVED, CHOSEN), subject__iexact=subject)


def _former(username: str) -> str:
    """Return how the audit log notes a username that was replaced."""
    return f"{FORMER}{username}"


def refresh(user: User) -> None:
    """Set `user.sanctioned`, which says whether any sanction may be in force. In a transaction."""
    # The lock waits for a sanction that is given at the same moment.
    User.objects.select_for_update().get(pk=user.pk)
    user.sanctioned = any(
        sanction.in_force or (sanction.lifted_at is None and sanction.since > timezone.now())
        for sanction in user.sanctions.exclude(kind=Kind.NOTE)
    )
    user.save(update_fields=["sanctioned"])


def sweep() -> int:
    """Clear the mark of accounts whose last sanction is over, and return their number."""
    freed = 0
    for user in User.objects.filter(sanctioned=True):
        with transaction.atomic():
            refresh(user)
        freed += not user.sanctioned
    return freed


def required_text(text: str, missing: str = NO_REASON) -> str:
    """Return a reason or another text, stripped; raise NoReason, with `missing`, or TooLong."""
    text = text.strip()
    if not text:
        raise NoReason(missing)
    if len(text) > NOTE_LENGTH:
        raise TooLong(_("Use at most {most} characters."), most=NOTE_LENGTH)
    return text


def may_decide_about(by: User, user: User) -> Answer:
    """Check whether a moderator may act on a user.

    They may not act on themselves, on a user they have an open report about, or on staff of their
    own rank or a higher one.
    """
    open_reports = Report.objects.filter(case__about=user, case__status=Case.Status.OPEN)
    return uninvolved(by, user.pk, reports=open_reports) and outranks(by, user)


def may_sanction(by: User, user: User) -> Answer:
    """Check whether a moderator may sanction a user now.

    While another moderator has claimed a case with this user, or with a bot of theirs, only
    moderators who have claimed such a case may.
    """
    people = ids_with_bots(user)
    cases = Case.objects.filter(Q(about__in=people) | Q(others__in=people))
    claims = cases.filter(
        status=Case.Status.OPEN,
        claimed_by__isnull=False,
        claimed_at__gt=timezone.now() - CLAIM_LASTS,
    )
    workers = dict(claims.values_list("claimed_by", "claimed_by__username"))
    allowed = may_decide_about(by, user)
    if not allowed or not workers or by.pk in workers:
        return allowed
    words = gettext(
        "{name} is working on a case about this player. Only they can give sanctions now. You can "
        "add a remark to the case."
    )
    return Answer(False, "claimed", words.format(name=min(workers.values())))


def may_give(by: User, kind: str, lasts: timedelta | None) -> Answer:
    """Check the rank for giving or lifting a sanction; `lasts` is None without an end."""
    long = kind == Kind.SUSPENSION and (lasts is None or lasts > LONGEST_BY_MODERATOR)
    return may_moderate_all(by) if kind == Kind.BAN or long else ALLOWED


def _may_give_now(by: User, kind: str, lasts: timedelta | None) -> Answer:
    """Check the rank for giving a sanction, with the longest time if only that forbids it."""
    allowed = may_give(by, kind, lasts)
    if allowed or not may_give(by, kind, LONGEST_BY_MODERATOR):
        return allowed
    words = gettext("You can suspend for at most %(days)s days; longer needs a senior moderator.")
    return Answer(False, allowed.code, words % {"days": LONGEST_BY_MODERATOR.days})


def kinds_for(by: User) -> list[tuple[str, str]]:
    """Return the kinds of sanctions that a moderator may give, with their words."""
    shortest = timedelta(days=1)
    return [(kind, str(label)) for kind, label in Kind.choices if may_give(by, kind, shortest)]


def send_sanctioned(sanction: Sanction) -> None:
    """Send the signal `sanctioned` after this transaction commits."""
    transaction.on_commit(partial(sanctioned.send_robust, Sanction, sanction=sanction), robust=True)
