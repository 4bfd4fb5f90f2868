"""The end of a guest's day: chairs are given up, matches keep a name that is nobody's."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from django.utils import timezone

from accounts.services import guests
from games.locks import GUESTS, claimed
from games.privacy.services.account_deletion import take_out

if TYPE_CHECKING:
    from accounts.models import User

logger = logging.getLogger(__name__)
ANONYMOUS = "Guest"


def sweep() -> int:
    """Remove the guests whose day is over; how many went."""
    swept = 0
    for guest in guests.over(timezone.now()):
        try:
            swept += remove(guest)
        except Exception:
            # One guest who cannot be removed must not keep the others.
            logger.exception("A guest could not be removed (%s).", guest.pk)
    return swept


def remove(guest: User) -> bool:
    """Let a guest leave every table, take the name off those that were played, and forget them.

    False while another worker is at it, and when the guest is gone or stays after all.
    """
    with claimed(GUESTS, guest.pk) as mine:
        if not mine or not guests.is_over(guest, timezone.now()):
            return False
        take_out(guest, ANONYMOUS)
        guest.delete()
        return True
