"""What is kept of people only for a while, and dropped when that is over.

A round is made of small transactions and ends after so many rows: nobody waits for it, and what
is left is the next round's.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import Case, Sanction, User

logger = logging.getLogger(__name__)
BATCH = 500
MOST = 10_000
"""So many rows of a kind a round drops at most."""
Kind = Sanction.Kind
Counts = dict[str, int]


def drop(rows: QuerySet[Any]) -> int:
    """Delete rows, batch by batch; how many went."""
    dropped = 0
    while dropped < MOST:
        batch = list(rows.order_by("pk").values_list("pk", flat=True)[:BATCH])
        if not batch:
            break
        with transaction.atomic():
            rows.model._base_manager.filter(pk__in=batch).delete()
        dropped += len(batch)
    return dropped


def sweep() -> Counts:
    """One round over all that is kept of people; how much of each kind went."""
    now = timezone.now()
    past = now - timedelta(days=settings.EVIDENCE_DAYS)
    return swept(
        {
            "sanctions": lambda: drop(_over(past)),
            "cases": lambda: drop(_closed(past)),
            "records of accounts that are gone": _drop_records,
            "sessions": lambda: drop(Session.objects.filter(expire_date__lt=now)),
            "devices": lambda: drop(_signed_out(now)),
            "acts in the administration": lambda: drop(
                LogEntry.objects.filter(action_time__lt=past)
            ),
        }
    )


def swept(kinds: dict[str, Callable[[], int]]) -> Counts:
    """Each kind by itself: one that fails keeps no other."""
    counts = {}
    for name, do in kinds.items():
        try:
            counts[name] = do()
        except Exception:
            logger.exception("What is too old could not be dropped (%s).", name)
    return counts


def _over(past: datetime) -> QuerySet[Sanction]:
    """Sanctions that ended long ago: lifted, run out, read, or never meant to hold."""
    read = Q(kind=Kind.WARNING, read_at__lt=past)
    noted = Q(kind=Kind.NOTE, since__lt=past)
    return Sanction.objects.filter(Q(lifted_at__lt=past) | Q(until__lt=past) | read | noted)


def _closed(past: datetime) -> QuerySet[Case]:
    """Cases closed long ago, of which no sanction is left; their reports go with them."""
    closed = Case.objects.filter(status=Case.Status.CLOSED, closed_at__lt=past)
    return closed.filter(sanctions=None)


def _drop_records() -> int:
    """Of accounts that are gone: the address's hash with the last sanction, then the rest."""
    gone = User.objects.exclude(gone_at=None)
    for user in gone.exclude(address_hash="")[:MOST]:
        if not any(sanction.outlasts_account for sanction in user.sanctions.all()):
            user.address_hash = ""
            user.save(update_fields=["address_hash"])
    return drop(gone.filter(cases=None, sanctions=None))


def _signed_out(now: datetime) -> QuerySet[UserSession]:
    """Devices whose session is over."""
    going_on = Session.objects.filter(session_key=OuterRef("session_key"), expire_date__gte=now)
    rows: QuerySet[UserSession] = UserSession.objects.filter(~Exists(going_on))
    return rows
