"""Sending one message; this module uses neither the database nor a transaction."""

from __future__ import annotations

import hmac
import json
import logging
import smtplib
import time
from base64 import b64decode, b64encode
from hashlib import sha256
from typing import NamedTuple

from django.core.mail import EmailMessage

from games.notifications.services import http_guard
from games.notifications.services.http_guard import Answer, BadAddress, NotReached
from games.notifications.services.webpush import authorization, encrypted

logger = logging.getLogger(__name__)
PUSH_LIFE = 6 * 3600
"""Seconds for which a push service stores a message for a browser that is not running."""


class Result(NamedTuple):
    """The result of a try.

    `note`: the code of the reason of a failure; `again`: another try may succeed, after `after`
    seconds; `gone`: no try ever will.
    """

    sent: bool
    note: str = ""
    again: bool = False
    gone: bool = False
    after: int | None = None


SENT = Result(True)


def send_mail(message: EmailMessage) -> Result:
    try:
        message.send()
    except smtplib.SMTPRecipientsRefused:
        return Result(False, "mail-refused")
    except (smtplib.SMTPException, OSError):
        logger.warning("A mail could not be passed to the mail server.", exc_info=True)
        return Result(False, "mail-server", again=True)
    return SENT


def send_push(endpoint: str, key: str, auth: str, message: bytes, topic: str = "") -> Result:
    """Push a message to the browser with these keys.

    A newer message replaces one with the same topic that was not shown yet.
    """
    headers = {
        "Authorization": authorization(endpoint),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(PUSH_LIFE),
        "Urgency": "high",
        **({"Topic": topic} if topic else {}),
    }
    return _post(endpoint, encrypted(message, key, auth), headers)


def send_webhook(url: str, secret: str, message_id: str, body: bytes) -> Result:
    """Post to a webhook, with a Standard Webhooks signature of the id, the time and the body."""
    now = str(int(time.time()))
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Tavola",
        "webhook-id": message_id,
        "webhook-timestamp": now,
        "webhook-signature": signature(secret, message_id, now, body),
    }
    return _post(url, body, headers)


def signature(secret: str, message_id: str, at: str, body: bytes) -> str:
    """Return the signature of a webhook's body, with the secret as its owner reads it."""
    key = b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{at}.".encode() + body
    return "v1," + b64encode(hmac.new(key, signed, sha256).digest()).decode()


def encoded(content: dict[str, object]) -> bytes:
    """Return JSON as push messages and webhooks carry it."""
    return json.dumps(content, ensure_ascii=False).encode()


def _post(url: str, body: bytes, headers: dict[str, str]) -> Result:
    try:
        return result_of(http_guard.CLIENT.post(url, body, headers))
    except BadAddress as error:
        return Result(False, str(error.args[0]))
    except NotReached as failure:
        return Result(False, str(failure.args[0]), again=True)


def result_of(answer: Answer) -> Result:
    """Return the result for a status; 404 and 410: the receiver no longer exists."""
    status = answer.status
    if 200 <= status < 300:
        return SENT
    if 300 <= status < 400:
        return Result(False, "redirect")
    if status in (404, 410):
        return Result(False, "gone", gone=True)
    again = status in (408, 425, 429) or status >= 500
    return Result(False, f"status-{status}", again=again, after=answer.retry_after)
