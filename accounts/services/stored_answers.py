"""Writes that a program may repeat: what it was answered is stored for a day, by a key of its own.

A program whose answer was lost sends the same request with the same key, and is answered the same
again; nothing is done twice.
"""

from __future__ import annotations

import re
from datetime import timedelta
from hashlib import sha256

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from accounts.models import StoredAnswer, User
from accounts.refusals import BadKey, KeyInUse, KeyReused

_KEY = re.compile(r"[\x21-\x7e]{1,64}")
ABANDONED = timedelta(minutes=1)
"""After this a request that was begun and never answered, as by a process that was killed, counts
as lost. What it did may be done: a move says so by its question, which is no longer open."""
LARGEST = 256 * 1024
"""Bytes of an answer that is stored; a larger one is none of a write."""


class AnsweredBefore(Exception):
    """The request was answered before, with this."""

    def __init__(self, stored: StoredAnswer) -> None:
        self.stored = stored
        super().__init__()


def begin(user: User, key: str, request: bytes) -> StoredAnswer:
    """Note that a request is being answered; AnsweredBefore, BadKey, KeyReused, KeyInUse.

    `request`: all by which it differs from others.
    """
    if not _KEY.fullmatch(key):
        raise BadKey(_("A key is 1 to 64 letters, digits or signs, without spaces."))
    fingerprint = sha256(request).hexdigest()
    rows = StoredAnswer.objects.filter(user=user, key=key)
    rows.filter(status=None, created_at__lt=timezone.now() - ABANDONED).delete()
    try:
        with transaction.atomic():
            return StoredAnswer.objects.create(user=user, key=key, request=fingerprint)
    except IntegrityError:
        known = rows.first()
    if known is not None and known.request != fingerprint:
        raise KeyReused(_("This key came with another request before. Choose a new one."))
    if known is None or known.status is None:
        raise KeyInUse(_("The same request is being answered just now. Wait a moment."))
    raise AnsweredBefore(known)


def finish(stored: StoredAnswer, status: int, body: bytes) -> None:
    """Store the answer; one that asks to try again later is forgotten, so that this can be done."""
    if status >= 500 or status == 429 or len(body) > LARGEST:
        forget(stored)
        return
    stored.status, stored.body = status, body.decode()
    stored.save(update_fields=["status", "body"])


def forget(stored: StoredAnswer) -> None:
    stored.delete()
