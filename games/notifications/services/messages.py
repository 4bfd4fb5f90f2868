"""What is sent: all of it at hand, so that sending touches no database and no transaction."""

from __future__ import annotations

import hmac
import json
import logging
import smtplib
import time
from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Protocol

from django.core.mail import EmailMessage

from games.notifications.services import http_guard
from games.notifications.services.http_guard import Answer, BadAddress, NotReached
from games.notifications.services.webpush import authorization, encrypted

logger = logging.getLogger(__name__)
PUSH_LIFE = 6 * 3600
"""Seconds a push service keeps a message for a browser that is not running."""


@dataclass(frozen=True)
class Result:
    """What came of a try: sent, or not; `again`: worth another try, `gone`: never again."""

    sent: bool
    note: str = ""
    again: bool = False
    gone: bool = False
    after: int | None = None


SENT = Result(True)


class Parcel(Protocol):
    """Something to send once."""

    def send(self) -> Result: ...


@dataclass(frozen=True)
class MailParcel:
    to: str
    subject: str
    text: str
    headers: dict[str, str] = field(default_factory=dict)

    def send(self) -> Result:
        message = EmailMessage(self.subject, self.text, to=[self.to], headers=self.headers)
        try:
            message.send()
        except smtplib.SMTPRecipientsRefused:
            return Result(False, "mail-refused")
        except (smtplib.SMTPException, OSError):
            logger.warning("A mail could not be handed over.", exc_info=True)
            return Result(False, "mail-server", again=True)
        return SENT


@dataclass(frozen=True)
class PushParcel:
    endpoint: str
    key: str
    auth: str
    message: bytes
    topic: str = ""

    def send(self) -> Result:
        headers = {
            "Authorization": authorization(self.endpoint),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(PUSH_LIFE),
            "Urgency": "high",
            # A newer message about the same match takes the place of one not yet shown.
            **({"Topic": self.topic} if self.topic else {}),
        }
        return _posted(self.endpoint, encrypted(self.message, self.key, self.auth), headers)


@dataclass(frozen=True)
class WebhookParcel:
    """Signed as Standard Webhooks says: over the id, the time and the body."""

    url: str
    secret: str
    id: str
    body: bytes

    def send(self) -> Result:
        now = str(int(time.time()))
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Tavola",
            "webhook-id": self.id,
            "webhook-timestamp": now,
            "webhook-signature": signature(self.secret, self.id, now, self.body),
        }
        return _posted(self.url, self.body, headers)


def signature(secret: str, message_id: str, at: str, body: bytes) -> str:
    """The signature of a webhook's body, with the secret as its owner reads it."""
    key = b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{at}.".encode() + body
    return "v1," + b64encode(hmac.new(key, signed, sha256).digest()).decode()


def encoded(about: dict[str, object]) -> bytes:
    """JSON, as push messages and webhooks carry it."""
    return json.dumps(about, ensure_ascii=False).encode()


def _posted(url: str, body: bytes, headers: dict[str, str]) -> Result:
    try:
        return judged(http_guard.OUTSIDE.post(url, body, headers))
    except BadAddress as error:
        return Result(False, str(error.args[0]))
    except NotReached as failure:
        note = str(failure.args[0])
        return Result(False, note, again=note != "private")


def judged(answer: Answer) -> Result:
    """What a status means: 404 and 410 that nobody is there any more."""
    status = answer.status
    if 200 <= status < 300:
        return SENT
    if 300 <= status < 400:
        return Result(False, "redirect")
    if status in (404, 410):
        return Result(False, "gone", gone=True)
    again = status in (408, 425, 429) or status >= 500
    return Result(False, f"status-{status}", again=again, after=answer.retry_after)
