"""The end of a guest's day: chairs are given up, matches keep a name that is nobody's."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from accounts.services import guests
from games.models import Match, Player
from games.services import lobby, play
from games.services.past import words_of

if TYPE_CHECKING:
    from accounts.models import User

logger = logging.getLogger(__name__)
ANONYMOUS = "Guest"


def sweep() -> int:
    """Remove the guests whose day is over; how many went."""
    swept = 0
    for guest in guests.over(timezone.now()):
        try:
            remove(guest)
            swept += 1
        except Exception:
            # One guest who cannot be removed must not keep the others.
            logger.exception("A guest could not be removed (%s).", guest.pk)
    return swept


def remove(guest: User) -> None:
    """Let a guest leave every table, take the name off those that were played, and forget them."""
    with transaction.atomic():
        chairs = Player.objects.filter(user=guest, left_at=None).select_related("match")
        for player in chairs.order_by("match_id"):
            if player.match.status == Match.Status.OPEN:
                lobby.leave(guest, player.match_id)
            elif player.match.status == Match.Status.RUNNING:
                play.resign(guest, player.match_id)
        played = Match.objects.filter(players__user=guest, status=Match.Status.FINISHED)
        Player.objects.filter(user=guest).update(name=ANONYMOUS)
        for match in played:
            # Nor can the name be searched for any more.
            match.words = words_of(match.players.all())
            match.save(update_fields=["words"])
        guest.delete()
