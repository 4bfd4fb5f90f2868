"""Where the seed of a match comes from, so that nobody can choose it (records: Fairness).

Version 2. The site commits to its secrets before anybody sits down; people commit to a nonce when
they sit down and reveal it only when all chairs are taken and all hashes are shown. A nonce that
nobody commits to (a bot's, or of a browser without scripts) follows from the secrets. Version 1,
whose matches are verified as they were, is in `chance`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Literal

from games.engine.chance import Chance

VERSION: Final = 2
Origin = Literal["revealed", "derived", "replaced"]
"""How a nonce came to be: revealed by the player, derived from the secrets for want of a hash, or
derived in place of a nonce that its player had committed to and did not reveal in time."""


def hash_of(value: bytes) -> str:
    """What is published of a secret or a nonce before it is revealed: its SHA-256, in hex."""
    return sha256(value).hexdigest()


def joint_secret(secrets: Sequence[bytes]) -> bytes:
    """One secret of all that the site committed to: a table's, or one of each ticket."""
    return sha256(b"tavola 2 secret" + b"".join(secrets)).digest()


def derived_nonce(secret: bytes, chair: int) -> bytes:
    """The nonce of a chair whose player gives none; `secret` is the joint one."""
    return sha256(b"tavola 2 nonce" + secret + chair.to_bytes(4, "big")).digest()


@dataclass(frozen=True)
class Draw:
    """What secrets and nonces lead to."""

    seed: bytes
    seated: list[int]
    """The chair that sits at each seat."""


def draw(secret: bytes, nonces: Sequence[bytes], *, seated: Sequence[int] | None = None) -> Draw:
    """Draw who sits where, and the seed of the match.

    `secret` is the joint one, `nonces` are by chair, in the order in which chairs were taken.
    `seated` is given where nothing is drawn: in a rematch, whose seats are turned by one.
    """
    if seated is None:
        seed = sha256(b"tavola 2 seating" + secret + b"".join(nonces)).digest()
        seated = Chance(seed, 0).shuffle(range(len(nonces)))
    by_seat = b"".join(nonces[chair] for chair in seated)
    return Draw(sha256(b"tavola 2 seed" + secret + by_seat).digest(), list(seated))
