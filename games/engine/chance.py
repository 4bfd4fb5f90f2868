"""Chance that anyone can check in any language (records: Chance).

A seed of 32 bytes and the number of a step give one stream of bytes:
SHA-256(seed ‖ u64 big-endian step ‖ u32 big-endian block) for block = 0, 1, 2 …
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, TypeVar

Card = TypeVar("Card")

SEED_BYTES = 32
_WORDS = 1 << 32
_eight_words = struct.Struct(">8I").unpack


class Chance:
    """The stream of one step: 0 for the deal, else the number of the move, counted from 1."""

    __slots__ = ("_words", "seed", "step")

    def __init__(self, seed: bytes, step: int) -> None:
        self.seed = seed
        self.step = step
        self._words: Iterator[int] | None = None

    def words(self) -> Iterator[int]:
        """The stream as numbers below 2³²; several draws of a step read on in it."""
        if self._words is None:
            self._words = _stream(self.seed + self.step.to_bytes(8, "big"))
        return self._words

    def below(self, n: int) -> int:
        """A number 0 ≤ x < n, every one equally likely: words past the last whole n are skipped."""
        limit = _WORDS // n * n
        for word in self.words():
            if word < limit:
                return word % n
        raise AssertionError("the stream has no end")

    def shuffle(self, cards: Sequence[Card]) -> list[Card]:
        """The cards sorted, then shuffled: only the set of cards matters, not its order."""
        shuffled: list[Any] = sorted(cards)
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
    """What is published of the server's secret while it stays secret: its SHA-256, in hex."""
    return sha256(secret).hexdigest()


def seed_of(secret: bytes, nonces: Sequence[bytes]) -> bytes:
    """The seed of a match: SHA-256(secret ‖ the nonces in seat order)."""
    return sha256(secret + b"".join(nonces)).digest()


def seating(secret: bytes, nonces: Sequence[bytes]) -> list[int]:
    """Who sits where, from the nonces in the order of joining: seat i goes to joiner result[i].

    The shuffle has a stream of its own, so that neither the site nor a player can choose it.
    """
    seed = sha256(b"seating" + secret + b"".join(nonces)).digest()
    return Chance(seed, 0).shuffle(range(len(nonces)))
