"""The end of an account at the tables: chairs are given up, matches keep nobody's name."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from django.db import transaction

from accounts.services import closing
from accounts.services.names import GONE_PLAYER
from games.lobby.models import Invitation
from games.lobby.services import lobby, tickets
from games.matches import announce
from games.matches.models import Match, Player
from games.matches.refusals import NotInstalled
from games.matches.services import play
from games.matches.services.listing import words_of

if TYPE_CHECKING:
    from accounts.models import User

logger = logging.getLogger(__name__)
BATCH = 200


def sweep() -> int:
    """Let the accounts go whose days are over; how many went."""
    went = 0
    for user in closing.due():
        try:
            went += remove(user)
        except Exception:
            # One account that cannot go must not keep the others; it is tried again.
            logger.exception("An account could not be deleted (%s).", user.pk)
    return went


def remove(user: User) -> bool:
    """Delete an account; False where it was kept in the last moment.

    In small steps, each of which may be done twice: moves go on meanwhile, and where one step
    fails the next sweep goes on.
    """
    if not closing.lock_up(user):
        return False
    take_out(user, GONE_PLAYER)
    closing.forget(user)
    return True


def running_of(user: User) -> int:
    """At how many tables somebody still plays."""
    return len(_chairs(user, Match.Status.RUNNING))


def withdraw(user: User) -> None:
    """Nobody waits for somebody who is about to go: open tables, searches, invitations end."""
    tickets.withdraw_all(user)
    for match_id in _chairs(user, Match.Status.OPEN):
        lobby.leave(user, match_id)
    asked = Invitation.objects.filter(user=user, match__status=Match.Status.OPEN)
    matches = [invitation.match for invitation in asked.select_related("match")]
    asked.delete()
    for match in matches:
        announce.match_moved(match.id, match.last_number)


def take_out(user: User, name: str) -> None:
    """Give somebody's chairs up, and take their name off all they played."""
    withdraw(user)
    rename(user, name)
    for match_id in _chairs(user, Match.Status.RUNNING):
        with suppress(NotInstalled):
            play.resign(user, match_id)


def _chairs(user: User, status: str) -> list[str]:
    chairs = Player.objects.filter(user=user, left_at=None, match__status=status)
    return list(chairs.order_by("match_id").values_list("match_id", flat=True))


def rename(user: User, name: str) -> None:
    """Call somebody so wherever they have or had a chair.

    Batch by batch; what is finished cannot be searched for by the old name any more either.
    """
    while True:
        named = Player.objects.filter(user=user).exclude(name=name)
        batch = dict(named.order_by("pk").values_list("pk", "match_id")[:BATCH])
        if not batch:
            return
        with transaction.atomic():
            Player.objects.filter(pk__in=batch).update(name=name)
            _word_anew(batch.values())


def _word_anew(match_ids: Iterable[str]) -> None:
    matches = Match.objects.filter(pk__in=match_ids, status=Match.Status.FINISHED)
    worded = list(matches.prefetch_related("players"))
    for match in worded:
        match.words = words_of(match.players.all())
    Match.objects.bulk_update(worded, ["words"])
