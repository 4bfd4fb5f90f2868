"""Acts of moderators at tables; the audit log gets each with its actor, subject and reason."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from accounts.models import AuditEntry, User
from accounts.permissions import may_moderate, may_moderate_all, outranks, uninvolved
from accounts.refusals import require
from accounts.services import audit
from games.chat.models import ChatLine
from games.duplicates.services import users_with_same_cards
from games.game_nights.services import is_impartial_host_of
from games.ladders.models import REASON_LENGTH
from games.ladders.services import ratings
from games.lobby.services import dealing
from games.matches import publish
from games.matches.access import DEALT, lock_match, players_of, require_signed_in
from games.matches.models import Event, Match
from games.matches.refusals import BadTable, NoSuchMatch, NotAllowed, NotRunning
from games.matches.services import leaving
from games.matches.viewing import Access

LOOK_LASTS = timedelta(hours=2)
LOOK = "look-into-match"
SHOWN = 500
"""The maximum number of events, and of chat lines, shown of a match."""


def open_for_moderator(user: Visitor, match_id: str) -> Access:
    """Return a match, private or not, for a moderator.

    Before showing secrets, check `sees_everything`.

    Raises:
        NotAllowed: If the user is not a moderator.
        NoSuchMatch: If there is no match of this id.
    """
    require(may_moderate(user))
    match = Match.objects.filter(id=match_id).first()
    if match is None:
        raise NoSuchMatch(_("There is no such table. Check that the link is complete."))
    return Access(match, players_of(match), None, require_signed_in(user))


def sees_everything(user: User, access: Access) -> bool:
    """Return whether a moderator may see all hands: after a logged look, or if they are over."""
    match = access.match
    if not may_be_looked_into(match):
        return match.status in (Match.Status.FINISHED, Match.Status.ABORTED)
    if plays(user, access):
        return False
    looks = AuditEntry.objects.filter(actor_id=user.pk, act=LOOK, subject=f"match {match.id}")
    return looks.filter(at__gt=timezone.now() - LOOK_LASTS).exists()


def may_be_looked_into(match: Match) -> bool:
    """Return whether hands of this match may still be played, so that seeing them is logged.

    The next rated match of the same players takes over the draw of one that was called off, and
    those of a sealed match are played at other tables.
    """
    if match.sealed:
        return match.status in DEALT
    if match.status == Match.Status.ABORTED:
        return match.rated
    return match.status == Match.Status.RUNNING


def newest_events(access: Access) -> QuerySet[Event]:
    """Return the last events of a match, the newest first; check `sees_everything` before."""
    return access.match.events.order_by("-number")[:SHOWN]


def newest_lines(access: Access) -> QuerySet[ChatLine]:
    """Return the last chat lines of both rooms, the newest first; check `sees_chat` before."""
    return access.match.chat.select_related("author").order_by("-id")[:SHOWN]


def look_into(user: User, match_id: str, why: str) -> None:
    """Log why a moderator looks into a match, which lets them see all hands.

    Raises:
        NotAllowed: If the user is not a moderator or plays in the match.
        BadTable: If the reason is missing or too long.
    """
    access = open_for_moderator(user, match_id)
    _require_not_playing(user, access)
    audit.log(user, LOOK, subject=f"match {match_id}", why=_reason(why))


def sees_chat(user: User, access: Access) -> bool:
    """Return whether a moderator may read both rooms; while the match runs, as `sees_everything`.

    So a moderator who plays does not read the spectators' room before the end.
    """
    over = access.match.status != Match.Status.RUNNING and not access.match.sealed
    return over or sees_everything(user, access)


def end(user: User, match_id: str, why: str) -> None:
    """Call off a running match, so that it counts for no player.

    Raises:
        NotRunning: If the match is not running.
        NotAllowed: If the moderator plays in the match, or has not logged a look.
        BadTable: If the reason is missing or too long.
    """
    _require_look(user, match_id)
    with transaction.atomic():
        audit.log(user, "end-match", subject=f"match {match_id}", why=_reason(why))
        leaving.call_off(match_id)


def put_out(user: User, match_id: str, seat: int, why: str) -> None:
    """Expel a player from a running match, so that they rank last.

    Raises:
        NotRunning: If the match is not running.
        NotAllowed: If the moderator plays in the match, or has not logged a look.
        BadTable: If no user has this seat, or if the reason is missing or too long.
    """
    access = _require_look(user, match_id)
    player = next((p for p in access.players if p.seat == seat), None)
    if player is None or player.user is None or player.left_at is not None:
        raise BadTable(_("This seat is empty."))
    require(outranks(user, player.user))
    with transaction.atomic():
        subject = f"seat {seat} of {match_id}"
        audit.log(user, "put-out", about=player.user, subject=subject, why=_reason(why))
        if not leaving.expel(player.user, match_id):
            raise NotRunning(_("This match is not running."))


def hide_line(user: Visitor, match_id: str, line_id: int, why: str) -> None:
    """Hide a chat line from all readers; copies in reports stay.

    Moderators may do this unless they play in the match, and hosts of game nights at their tables.
    """
    match = Match.objects.filter(id=match_id).first()
    hosts = match is not None and is_impartial_host_of(user, match)
    if not hosts:
        access = open_for_moderator(user, match_id)
        _require_not_playing(require_signed_in(user), access)
    user = require_signed_in(user)
    with transaction.atomic():
        line = ChatLine.objects.select_for_update().filter(match_id=match_id, id=line_id).first()
        if line is None:
            raise BadTable(_("There is no such message."))
        require(uninvolved(user, line.author_id))
        if not hosts:
            require(outranks(user, line.author))
        line.hidden = True
        line.save(update_fields=["hidden"])
        subject = f"line {line.pk} of {match_id}"
        audit.log(user, "hide-line", about=line.author, subject=subject, why=_reason(why))
        publish.chat_moved(match_id, line.room)


def take_down(user: User, match_id: str, why: str) -> None:
    """Close a table that has not started.

    Raises:
        NotAllowed: If the user is not a moderator, has a seat there, which they would have to leave
            as players do, or may not act on the host.
        BadTable: If the match has started, or if the reason is missing or too long.
    """
    _require_not_playing(user, open_for_moderator(user, match_id))
    with transaction.atomic():
        match = lock_match(match_id)
        if match.status != Match.Status.OPEN:
            raise BadTable(_("This table has already started."))
        require(outranks(user, match.host))
        dealing.close_open(match, Match.Closed.BY_MODERATOR)
        subject = f"match {match.id}"
        audit.log(user, "take-down", about=match.host, subject=subject, why=_reason(why))


def may_annul(user: User, access: Access) -> bool:
    """Return whether this moderator may annul a match, which must still count for its players."""
    match = access.match
    if not match.rated or not match.revealed or not may_moderate_all(user):
        return False
    return not plays(user, access) and ratings.counts(match)


def annul(user: User, match_id: str, why: str, *, about: User | None = None) -> None:
    """Annul a rated match and recompute the ratings; `about`: the user whose case it is.

    Raises:
        NotAllowed: If the user is not a senior moderator, or is involved in the match.
        BadTable: If the reason is missing or too long.
    """
    require(may_moderate_all(user))
    access = open_for_moderator(user, match_id)
    require(uninvolved(user, *(player.user_id for player in access.players)))
    with transaction.atomic():
        if len(why.strip()) > REASON_LENGTH:
            raise BadTable(_("Give a reason of at most {most} characters."), most=REASON_LENGTH)
        ratings.annul(match_id, _reason(why), user)
        audit.log(user, "annul", about=about, subject=f"match {match_id}", why=_reason(why))
        publish.match_moved(match_id, access.match.last_number)


def _require_look(user: User, match_id: str) -> Access:
    """Return a running match that this moderator has logged a look at.

    Raises:
        NotRunning: If the match is not running.
        NotAllowed: If the moderator plays in it, or has not logged a look.
    """
    access = open_for_moderator(user, match_id)
    if access.match.status != Match.Status.RUNNING:
        raise NotRunning(_("This match is not running."))
    _require_not_playing(user, access)
    if not sees_everything(user, access):
        raise NotAllowed(_("Give a reason before you look into a running match."))
    return access


def plays(user: User, access: Access) -> bool:
    """Return whether a moderator, or a bot that they run, has or had a seat in this match.

    While a match is sealed, a seat at another table with the same cards counts too.
    """
    seated = [player.user_id for player in access.players]
    if access.match.sealed:
        seated += users_with_same_cards(access.match)
    return not uninvolved(user, *seated)


def _require_not_playing(user: User, access: Access) -> None:
    if plays(user, access):
        raise NotAllowed(_("You’re playing in this match: another moderator must look into it."))


def _reason(why: str) -> str:
    why = why.strip()
    if not why or len(why) > 1000:
        raise BadTable(_("Give a reason of at most 1,000 characters."))
    return why
