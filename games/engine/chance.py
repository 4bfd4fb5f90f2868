"""Chance that anyone can check in any language (records: Chance).

A 32-byte seed and a step number give one stream of bytes: SHA-256(seed ‖ u64 big-endian step ‖ u32
big-endian block) for block = 0, 1, 2 …
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Protocol, Self, TypeVar


class Sortable(Protocol):
    """Anything that `sorted` can put in order."""

    def __lt__(self, other: Self, /) -> bool: ...


Card = TypeVar("Card", bound=Sortable)

SEED_BYTES = 32
_WORDS = 1 << 32
_eight_words = struct.Struct(">8I").unpack


class Chance:
    """The random stream of one step: step 0 is the deal, step k the k-th move.

    >>> chance = Chance(bytes(32), 1)
    >>> chance.below(6) in range(6)
    True
    """

    __slots__ = ("_words", "seed", "step")

    def __init__(self, seed: bytes, step: int) -> None:
        self.seed = seed
        self.step = step
        self._words: Iterator[int] | None = None

    def words(self) -> Iterator[int]:
        """Return the stream as numbers below 2³²; later draws of a step continue in it."""
        if self._words is None:
            self._words = _stream(self.seed + self.step.to_bytes(8, "big"))
        return self._words

    def below(self, n: int) -> int:
        """Return a uniform number 0 ≤ x < n.

        Words at or above the largest multiple of n are skipped, so every number is equally likely.
        """
        limit = _WORDS // n * n
        for word in self.words():
            if word < limit:
                return word % n
        raise AssertionError("the stream has no end")

    def shuffle(self, cards: Sequence[Card]) -> list[Card]:
        """Return the cards shuffled.

        The cards are sorted first, so the result depends on which cards there are, not on their
        order.
        """
        shuffled = sorted(cards)
        words = self.words()
        for i in range(len(shuffled) - 1, 0, -1):
            n = i + 1
            limit = _WORDS // n * n
            word = next(words)
            while word >= limit:
                word = next(words)
            j = word % n
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return shuffled


def _stream(prefix: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from _eight_words(sha256(prefix + block.to_bytes(4, "big")).digest())
        block += 1


# --- Commit and reveal: a live match publishes the commitment before anyone joins.


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of the server's secret in hex, which is published before the secret."""
    return sha256(secret).hexdigest()


def seed_of(secret: bytes, nonces: Sequence[bytes]) -> bytes:
    """Return the seed of a match: SHA-256(secret ‖ the nonces in seat order)."""
    return sha256(secret + b"".join(nonces)).digest()


def seating(secret: bytes, nonces: Sequence[bytes]) -> list[int]:
    """Draw the seats from the nonces in the order of joining: seat i goes to joiner result[i].

    The shuffle uses its own stream, so neither the site nor a player can choose the seats.
    """
    seed = sha256(b"seating" + secret + b"".join(nonces)).digest()
    return Chance(seed, 0).shuffle(range(len(nonces)))
