"""How the seed of a match is drawn so that no player and no site can choose it (records: Fairness).

This is version 3. The site commits to its secrets before any player sits down. Players commit to a
nonce when they sit down. Once all seats are taken, the site publishes a transcript: everything that
is known by then, from the options to the players. Only then do players reveal their nonces, and
each one counts for this transcript only. A nonce without a commitment (a bot's, or of a browser
without scripts) is derived from the secrets.

Version 2 had no transcript, and the order of the seats changed the seed. Version 1 is in `chance`.
Their matches are still verified by them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Literal

from games.engine.chance import Chance
from games.engine.shapes import Transcript

VERSION: Final = 3
WITHOUT_TRANSCRIPT: Final = 2
Origin = Literal["revealed", "derived", "replaced"]
"""How a nonce came to be: revealed by the player; derived from the secrets because there was no
hash; or derived to replace a nonce that its player committed to but did not reveal in time."""


def hash_of(value: bytes) -> str:
    """Return the SHA-256 of a secret or nonce in hex, which is published before it is revealed."""
    return sha256(value).hexdigest()


def name_hash(salt: bytes, name: str) -> str:
    """Return what a transcript has in place of a name, which may have to be forgotten later."""
    return hash_of(salt + _utf8(name))


def transcript_text(transcript: Transcript) -> str:
    """Return the text of a transcript; its bytes are hashed, so it is stored as it is."""
    return json.dumps(transcript, sort_keys=True, separators=(",", ":"))


def joint_secret(secrets: Sequence[bytes], version: int = VERSION) -> bytes:
    """Join all secrets that the site committed to: one of the table, or one of each ticket."""
    return _hashed(version, "secret", *secrets)


def derived_nonce(secret: bytes, index: int, version: int = VERSION) -> bytes:
    """Derive the nonce of a player who gave none.

    Args:
        secret: The joint secret.
        index: The player's index in the order in which players sat down.
        version: The version of the drawing.
    """
    return _hashed(version, "nonce", secret, index.to_bytes(4, "big"))


def entered(nonce: bytes, transcript: str) -> bytes:
    """Return what a revealed nonce enters into the draw: it counts for one transcript only."""
    return _hashed(VERSION, "revealed", sha256(_utf8(transcript)).digest(), nonce)


@dataclass(frozen=True)
class Draw:
    """The seed and the seats that follow from secrets and nonces."""

    seed: bytes
    seated: list[int]
    """By seat: the player's index in the order in which players sat down."""


def draw(
    secret: bytes,
    nonces: Sequence[bytes],
    *,
    seated: Sequence[int] | None = None,
    version: int = VERSION,
) -> Draw:
    """Draw the seats and the seed of a match.

    Args:
        secret: The joint secret.
        nonces: What each player enters, in the order in which players sat down: `entered` for a
            revealed nonce, the nonce itself for a derived one and in version 2.
        seated: By seat, the player's index in that order, if seats are not drawn, as in a rematch.
        version: The version of the drawing. In version 2 the seed depends on the order of seats.
    """
    if seated is None:
        chance = Chance(_hashed(version, "seating", secret, *nonces), 0)
        seated = chance.shuffle(range(len(nonces)))
    by_seat = [nonces[index] for index in seated]
    counted = by_seat if version == WITHOUT_TRANSCRIPT else nonces
    return Draw(_hashed(version, "seed", secret, *counted), list(seated))


def _utf8(text: str) -> bytes:
    return text.encode(errors="surrogatepass")


def _hashed(version: int, label: str, *parts: bytes) -> bytes:
    return sha256(f"tavola {version} {label}".encode() + b"".join(parts)).digest()
