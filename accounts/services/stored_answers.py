"""Stored responses to programs' writes, by a key that the program chooses, for a day.

A program that lost a response sends the same request with the same key and gets the same response;
nothing is done twice. Of a refusal only status and code are stored.
"""

from __future__ import annotations

import json
import re
from datetime import timedelta
from hashlib import sha256

from django.db import IntegrityError, transaction
from django.db.models import Sum
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from accounts.models import StoredAnswer, User
from accounts.refusals import BadKey, KeyInUse, KeyReused

_KEY = re.compile(r"[\x21-\x7e]{1,64}")
ABANDONED = timedelta(minutes=1)
"""After this time a request without an answer, such as one of a killed process, counts as lost. Its
write may have been committed: a move's question is then no longer open."""
LARGEST = 256 * 1024
"""The largest response stored, in bytes; responses to writes are smaller."""
QUOTA = 2_000_000
"""The bytes stored for an account; when there are more, the oldest responses are forgotten."""
ROW = 500
"""The bytes that count for a response in addition to its body."""


class AnsweredBefore(Exception):
    """The request was answered before, with this response."""

    def __init__(self, stored: StoredAnswer) -> None:
        self.stored = stored
        super().__init__()


def begin(user: User, key: str, request: bytes) -> StoredAnswer:
    """Record that a request is being answered.

    `request` is everything that distinguishes it from others.

    Raises:
        AnsweredBefore: the request was answered before.
        BadKey: the key has the wrong form.
        KeyReused: the key came with another request.
        KeyInUse: the same request is still being answered.
    """
    if not _KEY.fullmatch(key):
        raise BadKey(_("A key has 1 to 64 letters, digits or symbols, without spaces."))
    fingerprint = sha256(request).hexdigest()
    rows = StoredAnswer.objects.filter(user=user, key=key)
    rows.filter(status=None, created_at__lt=timezone.now() - ABANDONED).delete()
    try:
        with transaction.atomic():
            return StoredAnswer.objects.create(user=user, key=key, request=fingerprint)
    except IntegrityError:
        known = rows.first()
    if known is not None and known.request != fingerprint:
        raise KeyReused(_("This key was already used for another request. Choose a new one."))
    if known is None or known.status is None:
        raise KeyInUse(_("The same request is still being processed. Wait a moment."))
    raise AnsweredBefore(known)


def finish(stored: StoredAnswer, status: int, body: bytes) -> None:
    """Store the response, unless it asks the program to try again later."""
    if status >= 500 or status == 429 or len(body) > LARGEST:
        forget(stored)
        return
    if status >= 400:
        body = _without_details(body)
    # Another request may have deleted the row as abandoned.
    rows = StoredAnswer.objects.filter(pk=stored.pk)
    rows.update(status=status, body=body.decode(), size=len(body) + ROW)
    _forget_oldest(stored.user_id)


def _without_details(refusal: bytes) -> bytes:
    """Return a refusal with its code only: the whole table, which many bring, would fill a disk."""
    reason = gettext("This request was refused before. Look at the current state.")
    error = {"code": json.loads(refusal)["error"]["code"], "reason": reason}
    return json.dumps({"error": error}).encode()


def _forget_oldest(user_id: int) -> None:
    """Delete the user's oldest responses, as many as exceed the quota."""
    rows = StoredAnswer.objects.filter(user=user_id, status__isnull=False)
    excess = (rows.aggregate(size=Sum("size"))["size"] or 0) - QUOTA
    if excess <= 0:
        return
    oldest = []
    for pk, size in rows.order_by("pk").values_list("pk", "size").iterator(100):
        oldest.append(pk)
        excess -= size
        if excess <= 0:
            break
    rows.filter(pk__in=oldest).delete()


def forget(stored: StoredAnswer) -> None:
    stored.delete()
