"""Appeals: a sanctioned player may appeal once; another moderator decides."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from accounts.models import Appeal, Sanction, User
from accounts.permissions import (
    ids_with_bots,
    may_moderate,
    may_moderate_all,
    outranks,
    rank_of,
    staff_from,
    uninvolved,
)
from accounts.refusals import (
    AppealedAlready,
    BadVerdict,
    DecidedAlready,
    LiftedAlready,
    NoSuchAppeal,
    NoSuchSanction,
    NotAllowed,
    require,
)
from accounts.services import audit, sanctions
from accounts.services.sanctions import (
    LONGEST_BY_MODERATOR,
    NO_MESSAGE,
    may_give,
    required_text,
)
from accounts.signals import appeal_decided

Kind = Sanction.Kind


def appeal(user: User, sanction_id: int, text: str) -> Appeal:
    """Appeal against the user's own sanction, which is possible once.

    Raises:
        NoSuchSanction: it is not a sanction of this user, or only a note.
        LiftedAlready: the sanction is lifted.
        AppealedAlready: the user has appealed against it before.
    """
    text = required_text(text, NO_MESSAGE)
    sanction = user.sanctions.exclude(kind=Kind.NOTE).filter(pk=sanction_id).first()
    if sanction is None:
        raise NoSuchSanction(_("There is no such sanction."))
    if sanction.lifted_at is not None:
        raise LiftedAlready(_("This sanction has already been lifted."))
    try:
        with transaction.atomic():
            return Appeal.objects.create(sanction=sanction, text=text)
    except IntegrityError:
        raise AppealedAlready(_("You have already appealed against this.")) from None


def waiting(moderator: User) -> QuerySet[Appeal]:
    """Return the undecided appeals that this moderator may decide, oldest first.

    Raises:
        NotAllowed: the user is no moderator.
    """
    require(may_moderate(moderator))
    undecided = Appeal.objects.filter(verdict="").exclude(sanction__given_by=moderator)
    undecided = undecided.exclude(sanction__user__in=staff_from(rank_of(moderator)))
    undecided = undecided.exclude(sanction__case__reports__reporter__in=ids_with_bots(moderator))
    if not may_moderate_all(moderator):
        short = Q(sanction__until__lte=F("sanction__since") + LONGEST_BY_MODERATOR)
        undecided = undecided.exclude(sanction__kind=Kind.BAN)
        undecided = undecided.exclude(Q(sanction__kind=Kind.SUSPENSION) & ~short)
    return undecided.select_related("sanction__user", "sanction__given_by").order_by("made_at")


def decide(
    moderator: User, appeal_id: int, verdict: str, answer: str, *, until: datetime | None = None
) -> Appeal:
    """Decide an appeal: the sanction stands, ends earlier, or is lifted.

    Args:
        moderator: A moderator who did not give the sanction.
        appeal_id: The appeal.
        verdict: One of `Appeal.Verdict`.
        answer: What the player reads.
        until: The new end of a sanction that is shortened.

    Raises:
        NotAllowed: the moderator gave the sanction, is involved, or lacks the rank.
        BadVerdict: the verdict is unknown.
        BadDate: the new end has passed, or is no earlier than the old one.
        NoSuchAppeal: there is no such appeal.
        DecidedAlready: another moderator was faster.
    """
    require(may_moderate(moderator))
    answer = required_text(answer, NO_MESSAGE)
    if verdict not in Appeal.Verdict.values:
        raise BadVerdict(_("Choose what happens to the sanction."))
    with transaction.atomic():
        found = Appeal.objects.select_for_update().filter(pk=appeal_id).first()
        if found is None:
            raise NoSuchAppeal(_("There is no such appeal."))
        sanction = found.sanction
        if moderator.pk in (sanction.given_by_id, sanction.user_id):
            words = _("You gave this sanction or received it. Another moderator must decide.")
            raise NotAllowed(words, cause="own-case")
        if sanction.case is not None:
            require(uninvolved(moderator, reports=sanction.case.reports))
        require(outranks(moderator, sanction.user))
        require(may_give(moderator, sanction.kind, sanction.lasts))
        if found.verdict:
            raise DecidedAlready(_("This appeal has already been decided."))
        if verdict == Appeal.Verdict.SHORTENED:
            sanctions.shorten(sanction, until)
        found.verdict, found.answer = verdict, answer
        found.decided_by, found.decided_at = moderator, timezone.now()
        found.save(update_fields=["verdict", "answer", "decided_by", "decided_at"])
        act, subject = f"appeal-{verdict}", f"sanction {sanction.pk}"
        audit.log(moderator, act, about=sanction.user, subject=subject, why=answer)
        if verdict == Appeal.Verdict.LIFTED and sanction.lifted_at is None:
            sanctions.end(moderator, sanction, answer)
        transaction.on_commit(
            partial(appeal_decided.send_robust, Appeal, appeal=found), robust=True
        )
        return found
