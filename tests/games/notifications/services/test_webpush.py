"""Web push encryption and keys, checked against the examples in the RFCs."""

import json

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from pytest_django import Settings

from games.notifications.services import webpush
from tests.helpers.notices import Browser


def test_encryption_matches_rfc_8291_example() -> None:
    record = webpush.encrypted(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        salt=webpush.unb64("DGv6ra1nlYgDCS1FRnbzlw"),
        own=webpush.private_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
    )
    assert webpush.b64(record) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_push_record_is_readable_by_browser_and_unique() -> None:
    browser = Browser()
    keys = browser.keys["p256dh"], browser.keys["auth"]
    records = [webpush.encrypted("Grüße".encode(), *keys) for _ in range(2)]
    assert [browser.read(record).decode() for record in records] == ["Grüße", "Grüße"]
    assert records[0] != records[1]
    with pytest.raises(ValueError, match="too long"):
        webpush.encrypted(b"x" * 3001, *keys)


def test_push_request_is_signed(settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = webpush.new_private_key()
    settings.VAPID_SUBJECT = "mailto:host@example.org"
    header = webpush.authorization("https://push.example:8443/send/abc?d=1")
    scheme, token, key = header.replace(",", "").split(" ")
    assert (scheme, key) == ("vapid", f"k={webpush.public_key()}")
    signed, _, signature = token.removeprefix("t=").rpartition(".")
    head, claims = (json.loads(webpush.unb64(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    assert claims["aud"] == "https://push.example:8443"
    assert claims["sub"] == "mailto:host@example.org"
    public = ec.EllipticCurvePublicKey.from_encoded_point(
        webpush.CURVE, webpush.unb64(webpush.public_key())
    )
    pair = webpush.unb64(signature)
    assert len(pair) == 64
    r, s = int.from_bytes(pair[:32], "big"), int.from_bytes(pair[32:], "big")
    public.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(SHA256()))
    with pytest.raises(InvalidSignature):
        public.verify(encode_dss_signature(r, s), b"other", ec.ECDSA(SHA256()))


@pytest.mark.parametrize(
    ("key", "auth", "good"),
    [
        (Browser().keys["p256dh"], "BTBZMqHH6r4Tts7J_aSIgg", True),
        (Browser().keys["p256dh"], "BTBZMqHH6r4Tts7J", False),
        (webpush.b64(b"\x04" + b"\x01" * 64), "BTBZMqHH6r4Tts7J_aSIgg", False),
        ("", "BTBZMqHH6r4Tts7J_aSIgg", False),
        ("ключ", "BTBZMqHH6r4Tts7J_aSIgg", False),
    ],
    ids=["good", "short secret", "no point of the curve", "no key", "other letters"],
)
def test_browser_keys_are_validated(key: str, auth: str, good: bool) -> None:
    assert webpush.is_browsers_key(key, auth) is good


def test_missing_vapid_key_gives_empty_public_key(settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = ""
    assert webpush.public_key() == ""


@pytest.mark.parametrize("text", ["no key", "AAAA", "ä"])
def test_invalid_vapid_key_is_reported(settings: Settings, text: str) -> None:
    settings.VAPID_PRIVATE_KEY = text if text != "AAAA" else webpush.b64(bytes(32))
    with pytest.raises(ImproperlyConfigured, match="vapid_key"):
        webpush.public_key()


def test_vapid_key_command_prints_valid_key(
    capsys: pytest.CaptureFixture[str], settings: Settings
) -> None:
    call_command("vapid_key")
    name, _, key = capsys.readouterr().out.strip().partition("=")
    settings.VAPID_PRIVATE_KEY = key
    assert name == "VAPID_PRIVATE_KEY"
    assert len(webpush.unb64(webpush.public_key())) == 65
