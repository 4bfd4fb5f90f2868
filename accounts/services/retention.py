"""Deletion of personal data whose time of storage is over.

A round consists of small transactions and ends after so many rows, so that nobody waits for it; the
next round deletes the rest.
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

from accounts.models import AccessToken, Case, DeviceUse, HeldName, Sanction, StoredAnswer, User
from accounts.services.deletion import is_sanction_outlasting

logger = logging.getLogger(__name__)
BATCH = 500
MOST = 10_000
"""So many rows of a kind a round deletes at most."""
TOKENS_LISTED = timedelta(days=30)
"""So long a token that is over is still listed: its owner reads why a program stopped."""
ANSWERS_STORED = timedelta(days=1)
"""Within a day a program that lost an answer asks again with the same key."""
Kind = Sanction.Kind
Counts = dict[str, int]


def delete_rows(rows: QuerySet[Any]) -> int:
    """Delete rows, batch by batch, and return how many."""
    deleted = 0
    while deleted < MOST:
        batch = list(rows.order_by("pk").values_list("pk", flat=True)[:BATCH])
        if not batch:
            break
        with transaction.atomic():
            rows.model._base_manager.filter(pk__in=batch).delete()
        deleted += len(batch)
    return deleted


def sweep() -> Counts:
    """One round over what accounts store; how much of each kind was deleted."""
    now = timezone.now()
    past = now - timedelta(days=settings.EVIDENCE_DAYS)
    return run_each(
        {
            "sanctions": lambda: delete_rows(_ended_sanctions(past)),
            "names given up": lambda: delete_rows(HeldName.objects.filter(until__lt=now)),
            "cases": lambda: delete_rows(_closed_cases(past)),
            "records of accounts that are gone": _delete_records,
            "sessions": lambda: delete_rows(Session.objects.filter(expire_date__lt=now)),
            "devices": lambda: delete_rows(_ended_devices(now)),
            "uses of devices": lambda: delete_rows(DeviceUse.objects.filter(last_at__lt=past)),
            "tokens that are over": lambda: delete_rows(
                AccessToken.objects.filter(expires_at__lt=now - TOKENS_LISTED)
            ),
            "answers stored for programs": lambda: delete_rows(
                StoredAnswer.objects.filter(created_at__lt=now - ANSWERS_STORED)
            ),
            "acts in the administration": lambda: delete_rows(
                LogEntry.objects.filter(action_time__lt=past)
            ),
        }
    )


def run_each(kinds: dict[str, Callable[[], int]]) -> Counts:
    """Run each and return the counts; one that fails is logged and stops no other."""
    counts = {}
    for name, do in kinds.items():
        try:
            counts[name] = do()
        except Exception:
            logger.exception("What is too old could not be deleted (%s).", name)
    return counts


def _ended_sanctions(past: datetime) -> QuerySet[Sanction]:
    """Sanctions that ended before: lifted, over, read, or only a note."""
    read = Q(kind=Kind.WARNING, read_at__lt=past)
    noted = Q(kind=Kind.NOTE, since__lt=past)
    return Sanction.objects.filter(Q(lifted_at__lt=past) | Q(until__lt=past) | read | noted)


def _closed_cases(past: datetime) -> QuerySet[Case]:
    """Cases closed before, of which no sanction is left; their reports are deleted with them."""
    closed = Case.objects.filter(status=Case.Status.CLOSED, closed_at__lt=past)
    return closed.filter(sanctions=None)


def _delete_records() -> int:
    """Of deleted accounts: the address's hash with the last sanction, then the rest."""
    deleted = User.objects.exclude(gone_at=None)
    for user in deleted.exclude(address_hash="")[:MOST]:
        if not is_sanction_outlasting(user):
            user.address_hash = ""
            user.save(update_fields=["address_hash"])
    return delete_rows(deleted.filter(cases=None, sanctions=None))


def _ended_devices(now: datetime) -> QuerySet[UserSession]:
    """Devices whose session is over."""
    running = Session.objects.filter(session_key=OuterRef("session_key"), expire_date__gte=now)
    rows: QuerySet[UserSession] = UserSession.objects.filter(~Exists(running))
    return rows
