"""What moderators may do at tables: each act is written down with who, what and why."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from accounts.models import AuditEntry
from accounts.permissions import Answer, may_moderate, may_moderate_all
from accounts.services import audit
from games import announce
from games.access import Access, lock_match, players_of
from games.models import ChatLine, Match
from games.models.rating import REASON_LENGTH
from games.services import leaving, ratings
from games.services.evenings import is_host_of
from games.services.refusals import BadTable, NoSuchMatch, NotAllowed, NotRunning, forbidden

if TYPE_CHECKING:
    from accounts.models import User

LOOK_LASTS = timedelta(hours=2)
LOOK = "look-into-match"


def open_for_moderator(user: User, match_id: str) -> Access:
    """A match, private or not, for a moderator; of a running one this shows nothing secret yet."""
    _require(may_moderate(user))
    match = Match.objects.filter(id=match_id).first()
    if match is None:
        raise NoSuchMatch(_("There is no such table. Perhaps the link was cut short."))
    return Access(match, players_of(match), None, user)


def sees_everything(user: User, access: Access) -> bool:
    """Whether all hands are open to this moderator: once it is over, or after a logged look."""
    match = access.match
    if match.status in (Match.Status.FINISHED, Match.Status.ABORTED):
        return True
    if _plays(user, access) or match.status != Match.Status.RUNNING:
        return False
    looks = AuditEntry.objects.filter(actor_id=user.pk, act=LOOK, subject=f"match {match.id}")
    return looks.filter(at__gt=timezone.now() - LOOK_LASTS).exists()


def look_into(user: User, match_id: str, why: str) -> None:
    """The second, logged step to see all hands of a running match; never of one's own."""
    access = open_for_moderator(user, match_id)
    if _plays(user, access):
        raise NotAllowed(_("You play in this match: another moderator must look into it."))
    audit.enter(user, LOOK, subject=f"match {match_id}", why=_reason(why))


def hears_everything(user: User, access: Access) -> bool:
    """Whether both rooms' talk is open: before a match and after it; meanwhile like the hands.

    Whoever plays in it hears nothing of the stand before it is over, moderator or not.
    """
    return access.match.status != Match.Status.RUNNING or sees_everything(user, access)


def end(user: User, match_id: str, why: str) -> None:
    """End a running match for everybody: it counts for nobody. After a logged look alone."""
    _require_look(user, match_id)
    with transaction.atomic():
        audit.enter(user, "end-match", subject=f"match {match_id}", why=_reason(why))
        leaving.call_off(match_id)


def put_out(user: User, match_id: str, seat: int, why: str) -> None:
    """Decide a running match against one seat: they rank last. After a logged look alone."""
    access = _require_look(user, match_id)
    player = next((p for p in access.players if p.seat == seat), None)
    if player is None or player.user is None or player.left_at is not None:
        raise BadTable(_("Nobody sits there."))
    with transaction.atomic():
        subject = f"seat {seat} of {match_id}"
        audit.enter(user, "put-out", about=player.user, subject=subject, why=_reason(why))
        if leaving.expel(player.user, match_id) is None:
            raise NotRunning(_("This match is not running."))


def hide_line(user: User, match_id: str, line_id: int, why: str) -> None:
    """Take a line of talk from everybody's sight; what was said stays in reports.

    For moderators, but at no running match of theirs; and for hosts at the tables they host.
    """
    match = Match.objects.filter(id=match_id).first()
    if match is None or not is_host_of(user, match):
        access = open_for_moderator(user, match_id)
        if _plays(user, access):
            raise NotAllowed(_("You play in this match: another moderator must look into it."))
    with transaction.atomic():
        line = ChatLine.objects.select_for_update().filter(match_id=match_id, id=line_id).first()
        if line is None:
            raise BadTable(_("There is no such line."))
        if line.author_id == user.pk:
            raise NotAllowed(_("Nobody decides on their own case."))
        line.hidden = True
        line.save(update_fields=["hidden"])
        subject = f"line {line.pk} of {match_id}"
        audit.enter(user, "hide-line", about=line.author, subject=subject, why=_reason(why))
        announce.chat_moved(match_id, line.room)


def take_down(user: User, match_id: str, why: str) -> None:
    """Close a table that has not started."""
    _require(may_moderate(user))
    with transaction.atomic():
        match = lock_match(match_id)
        if match.status != Match.Status.OPEN:
            raise BadTable(_("This table has started already."))
        match.status, match.ended_at = Match.Status.CLOSED, timezone.now()
        match.save(update_fields=["status", "ended_at"])
        audit.enter(
            user, "take-down", about=match.host, subject=f"match {match.id}", why=_reason(why)
        )
        announce.match_moved(match.id, match.last_number)
        announce.lobby_moved()


def annul(user: User, match_id: str, why: str) -> None:
    """Let a rated match count for nobody: all ratings after it are reckoned anew; for seniors."""
    _require(may_moderate_all(user))
    access = open_for_moderator(user, match_id)
    if _plays(user, access):
        raise NotAllowed(_("Nobody decides on their own case."))
    with transaction.atomic():
        if len(why.strip()) > REASON_LENGTH:
            raise BadTable(_("Say why, in at most {most} characters."), most=REASON_LENGTH)
        ratings.annul(match_id, _reason(why), user)
        audit.enter(user, "annul", subject=f"match {match_id}", why=_reason(why))
        announce.match_moved(match_id, access.match.last_number)


def _require_look(user: User, match_id: str) -> Access:
    """A running match this moderator has looked into, and does not play in; NotAllowed."""
    access = open_for_moderator(user, match_id)
    if access.match.status != Match.Status.RUNNING:
        raise NotRunning(_("This match is not running."))
    if _plays(user, access):
        raise NotAllowed(_("You play in this match: another moderator must look into it."))
    if not sees_everything(user, access):
        raise NotAllowed(_("Say first why you look into a running match."))
    return access


def _plays(user: User, access: Access) -> bool:
    return any(player.user_id == user.pk for player in access.players)


def _require(allowed: Answer) -> None:
    if not allowed:
        raise forbidden(allowed)


def _reason(why: str) -> str:
    why = why.strip()
    if not why or len(why) > 1000:
        raise BadTable(_("Say why, in at most 1,000 characters."))
    return why
