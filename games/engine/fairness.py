"""How the seed of a match is drawn so that no player and no site can choose it (records: Fairness).

This is version 2. The site commits to its secrets before any player sits down. Players commit to a
nonce when they sit down, and reveal it only when all seats are taken and all hashes are shown. A
nonce without a commitment (a bot's, or of a browser without scripts) is derived from the secrets.
Version 1 is in `chance`; its matches are still verified by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Literal

from games.engine.chance import Chance

VERSION: Final = 2
Origin = Literal["revealed", "derived", "replaced"]
"""How a nonce came to be: revealed by the player; derived from the secrets because there was no
hash; or derived to replace a nonce that its player committed to but did not reveal in time."""


def hash_of(value: bytes) -> str:
    """Return the SHA-256 of a secret or nonce in hex, which is published before it is revealed."""
    return sha256(value).hexdigest()


def joint_secret(secrets: Sequence[bytes]) -> bytes:
    """Join all secrets that the site committed to: one of the table, or one of each ticket."""
    return sha256(b"tavola 2 secret" + b"".join(secrets)).digest()


def derived_nonce(secret: bytes, index: int) -> bytes:
    """Derive the nonce of a player who gave none.

    Args:
        secret: The joint secret.
        index: The player's index in the order in which players sat down.
    """
    return sha256(b"tavola 2 nonce" + secret + index.to_bytes(4, "big")).digest()


@dataclass(frozen=True)
class Draw:
    """The seed and the seats that follow from secrets and nonces."""

    seed: bytes
    seated: list[int]
    """By seat: the player's index in the order in which players sat down."""


def draw(secret: bytes, nonces: Sequence[bytes], *, seated: Sequence[int] | None = None) -> Draw:
    """Draw the seats and the seed of a match.

    Args:
        secret: The joint secret.
        nonces: The players' nonces, in the order in which players sat down.
        seated: By seat, the player's index in that order, if seats are not drawn, as in a rematch.
    """
    if seated is None:
        seed = sha256(b"tavola 2 seating" + secret + b"".join(nonces)).digest()
        seated = Chance(seed, 0).shuffle(range(len(nonces)))
    by_seat = b"".join(nonces[index] for index in seated)
    return Draw(sha256(b"tavola 2 seed" + secret + by_seat).digest(), list(seated))
