"""Accounts and guests deleted, or renamed: their seats at tables, and their names on matches."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from contextlib import suppress

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.services import deletion, guests
from accounts.services.reserved_names import DELETED_PLAYER
from games.achievements.services.assessments import forget_habits
from games.lobby.models import Invitation
from games.lobby.services import lobby, tickets
from games.locks import GUESTS, claimed
from games.matches import announce
from games.matches.models import Match, Player
from games.matches.refusals import NotInstalled
from games.matches.services import commands
from games.matches.services.append import words_of
from games.matches.services.renaming import note_renaming

logger = logging.getLogger(__name__)
BATCH = 200
DELETED_GUEST = "Guest"


def delete_due_accounts() -> int:
    """Delete the accounts whose time has come, and return how many were."""
    return _each(delete_account, deletion.due())


def delete_expired_guests() -> int:
    """Delete the guests whose day is over, and return how many were."""
    return _each(delete_guest, guests.expired(timezone.now()))


def _each(delete: Callable[[User], bool], users: Iterable[User]) -> int:
    deleted = 0
    for user in users:
        try:
            deleted += delete(user)
        except Exception:
            # One failure must not stop the others; the next round tries again.
            logger.exception("An account could not be deleted (%s).", user.pk)
    return deleted


def delete_account(user: User) -> bool:
    """Delete an account; False where the deletion was cancelled.

    It consists of small steps that may be repeated, since matches go on meanwhile: after a failure
    the next round completes it.
    """
    if not deletion.deactivate(user):
        return False
    running = _matches(user, Match.Status.RUNNING)
    remove_from_tables(user, DELETED_PLAYER)
    deletion.erase(user)
    _renew_names(running)
    return True


def delete_guest(guest: User) -> bool:
    """Delete a guest whose day is over; False if they stayed, or while another worker does it."""
    with claimed(GUESTS, guest.pk) as mine:
        if not mine or not guests.is_expired(guest, timezone.now()):
            return False
        running = _matches(guest, Match.Status.RUNNING)
        remove_from_tables(guest, DELETED_GUEST)
        guest.delete()
        _renew_names(running)
        return True


def running_of(user: User) -> int:
    """In how many running matches somebody has a seat."""
    return len(_matches(user, Match.Status.RUNNING))


def withdraw(user: User) -> None:
    """End somebody's searches, seats at open tables and invitations, so that nobody waits."""
    tickets.withdraw_all(user)
    for match_id in _matches(user, Match.Status.OPEN):
        lobby.leave(user, match_id)
    invitations = Invitation.objects.filter(user=user, match__status=Match.Status.OPEN)
    matches = [invitation.match for invitation in invitations.select_related("match")]
    invitations.delete()
    for match in matches:
        announce.match_moved(match.id, match.last_number)


def remove_from_tables(user: User, name: str) -> None:
    """Give up somebody's seats, and put this name in place of theirs on all they played."""
    withdraw(user)
    rename(user, name)
    forget_habits(user.pk)
    for match_id in _matches(user, Match.Status.RUNNING):
        with suppress(NotInstalled):
            commands.resign(user, match_id)


def _matches(user: User, status: str) -> list[str]:
    players = Player.objects.filter(user=user, left_at=None, match__status=status)
    return list(players.order_by("match_id").values_list("match_id", flat=True))


def rename(user: User, name: str) -> None:
    """Set the name of somebody in all their matches, batch by batch.

    Finished matches are no longer found by the old name either.
    """
    while True:
        players = Player.objects.filter(user=user).exclude(name=name)
        batch = dict(players.order_by("pk").values_list("pk", "match_id")[:BATCH])
        if not batch:
            return
        with transaction.atomic():
            Player.objects.filter(pk__in=batch).update(name=name)
            finished = Match.objects.filter(pk__in=batch.values(), status=Match.Status.FINISHED)
            matches = list(finished.prefetch_related("players"))
            for match in matches:
                match.words = words_of(match.players.all())
            Match.objects.bulk_update(matches, ["words"])


def rename_at_tables(user: User) -> None:
    """Show a user's present name in all their matches, on open pages at once.

    A running match gets an event, which makes every page and every cache of every process read
    the names again.
    """
    rename(user, user.name)
    _renew_names(_matches(user, Match.Status.RUNNING))
    waiting = Match.objects.filter(players__user=user, status=Match.Status.OPEN)
    for match_id in waiting.values_list("id", flat=True):
        announce.match_moved(match_id, 0)
    announce.lobby_moved()


def _renew_names(match_ids: Iterable[str]) -> None:
    """Have every page and process read the names, and usernames, at these matches again."""
    for match_id in match_ids:
        with suppress(NotInstalled):
            note_renaming(match_id)
