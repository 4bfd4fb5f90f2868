"""Web push: messages only the browser can read (RFC 8291), and our signature (VAPID, RFC 8292)."""

from __future__ import annotations

import json
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

CURVE = ec.SECP256R1()
KEY_BYTES = 32
RECORD_SIZE = 4096
MAX_LENGTH = 3000
"""The longest message in bytes: one record holds it with its tag, and push services accept it."""
LAST_RECORD = b"\x02"
VALID_FOR = 12 * 3600


def b64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    """Decode base64url without padding; raise ValueError."""
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))


def raw(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def is_browsers_key(key: str, auth: str) -> bool:
    """Return whether these are the keys of a subscription: a point on the curve, and 16 bytes."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unb64(key))
        return len(unb64(auth)) == 16
    except (ValueError, InvalidKey):
        return False


def encrypted(
    message: bytes,
    key: str,
    auth: str,
    *,
    salt: bytes | None = None,
    own: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Return a message for the browser with these keys, as one `aes128gcm` record.

    `salt` and `own` are random; tests pass those of the RFC's example.
    """
    if len(message) > MAX_LENGTH:
        raise ValueError("too long for a push message")
    salt, own = salt or os.urandom(16), own or ec.generate_private_key(CURVE)
    browser = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unb64(key))
    public = raw(own.public_key())
    info = b"WebPush: info\0" + raw(browser) + public
    secret = _derived(own.exchange(ec.ECDH(), browser), unb64(auth), info, 32)
    content_key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_SIZE.to_bytes(4, "big") + len(public).to_bytes(1, "big") + public
    return head + AESGCM(content_key).encrypt(nonce, message + LAST_RECORD, None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)


def authorization(endpoint: str) -> str:
    """Return the header that names the sender, signed with the site's key."""
    service = urlsplit(endpoint)
    claims = {
        "aud": f"{service.scheme}://{service.netloc}",
        "exp": int(time.time()) + VALID_FOR,
        "sub": settings.VAPID_SUBJECT,
    }
    head = b64(json.dumps({"typ": "JWT", "alg": "ES256"}).encode())
    signed = f"{head}.{b64(json.dumps(claims).encode())}"
    key = private_key(settings.VAPID_PRIVATE_KEY)
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(SHA256())))
    signature = b64(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature}, k={public_key()}"


def public_key() -> str:
    """Return the key that browsers subscribe with, or "" if the site has none."""
    text = settings.VAPID_PRIVATE_KEY
    return b64(raw(private_key(text).public_key())) if text else ""


def new_private_key() -> str:
    """Return a new value for VAPID_PRIVATE_KEY."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return b64(number.to_bytes(KEY_BYTES, "big"))


@cache
def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """Read a private key in the form of VAPID_PRIVATE_KEY: 32 bytes in base64url."""
    try:
        data = unb64(text)
        # A shorter text would be a weak key, not an error.
        if len(data) != KEY_BYTES:
            raise ValueError(len(data))
        return ec.derive_private_key(int.from_bytes(data, "big"), CURVE)
    except ValueError:
        raise ImproperlyConfigured(
            "VAPID_PRIVATE_KEY is not a valid key: see manage.py vapid_key"
        ) from None
