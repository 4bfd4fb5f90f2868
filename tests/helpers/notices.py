"""Users who can be notified, and the sending of notices at a time that the test chooses."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.utils import timezone

from accounts.models import User
from games.notifications.models import Notification, PushDevice
from games.notifications.sender import send
from games.notifications.services import channels
from games.notifications.services.dispatch import Claim, claim, record_result
from games.notifications.services.scheduling import schedule_notices
from games.notifications.services.webpush import CURVE, b64, raw
from games.notifications.words import sentence_of
from tests.helpers.outside import NAME

SOON = timedelta(seconds=11)
LATER = timedelta(minutes=6)
NEXT_DAY = timedelta(hours=26)


def verified(user: User) -> User:
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def news_of(user: User) -> list[str]:
    """Return the notifications about events, leagues and tournaments, the oldest first."""
    found = Notification.objects.filter(user=user, kind=Notification.Kind.EVENT)
    return [sentence_of(one) for one in found.order_by("made_at", "pk")]


def sort_after(while_: timedelta) -> int:
    return schedule_notices(timezone.now() + while_)


def claims_after(while_: timedelta, room: int = 50) -> list[Claim]:
    return claim(room, (), timezone.now() + while_)


def rounds_after(while_: timedelta) -> Iterator[Claim]:
    """Schedule notices, then send all that are due by then; yield each claim."""
    now = timezone.now() + while_
    schedule_notices(now)
    while claims := claim(50, (), now):
        for claimed in claims:
            record_result(claimed, send(claimed), now)
            yield claimed


def post_after(while_: timedelta) -> int:
    """Send all notices that are due by then; return how many were tried."""
    return len(list(rounds_after(while_)))


class Browser:
    """The browser's end of web push: its keys, and decryption."""

    def __init__(self, path: str = "/push/one") -> None:
        self.endpoint = f"https://{NAME}{path}"
        self._key = ec.generate_private_key(CURVE)
        self._auth = b"sixteen bytes it"

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": b64(raw(self._key.public_key())), "auth": b64(self._auth)}

    def subscribe(self, user: User, agent: str = "Mozilla/5.0 (X11; Linux) Firefox/140.0") -> Any:
        device: PushDevice = channels.add_device(
            user, self.endpoint, self.keys["p256dh"], self.keys["auth"], agent
        )
        return device

    def read(self, record: bytes) -> bytes:
        """Decrypt a message as RFC 8291 describes, independently of our encryption."""
        salt, size, length = record[:16], int.from_bytes(record[16:20], "big"), record[20]
        assert size == 4096
        sender, sealed = record[21 : 21 + length], record[21 + length :]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
        shared = self._key.exchange(ec.ECDH(), theirs)
        info = b"WebPush: info\x00" + raw(self._key.public_key()) + sender
        secret = HKDF(SHA256(), 32, self._auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(secret)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain[-1:] == b"\x02"
        return plain[:-1]
