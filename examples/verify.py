"""Verify the chance of an exported record of Tavola, of either version, with only Python.

    python3 verify.py record.json

It needs no code of Tavola: the method is in docs/records.md under “Fairness”. It checks that the
secrets are those that were committed to, that each nonce was made as the record says, and that the
seats and the seed follow from them. It does not check that cards and moves follow from the seed;
`manage.py referee --verify` does.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from typing import Any


def shuffled(seed: bytes, count: int) -> list[int]:
    """Return the numbers below `count`, shuffled with the stream of this seed at step 0."""
    numbers = list(range(count))
    words = stream(seed)
    for last in range(count - 1, 0, -1):
        bound = last + 1
        word = next(word for word in words if word < 2**32 // bound * bound)
        numbers[last], numbers[word % bound] = numbers[word % bound], numbers[last]
    return numbers


def stream(seed: bytes) -> Iterator[int]:
    """Yield the 32-bit words of step 0: SHA-256(seed ‖ step, 8 bytes ‖ block, 4 bytes)."""
    block = 0
    while True:
        digest = sha256(seed + bytes(8) + block.to_bytes(4, "big")).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def check(true: object, what: str) -> None:
    if not true:
        sys.exit(f"Not fair: {what}.")


def hashed(*parts: bytes) -> bytes:
    return sha256(b"".join(parts)).digest()


def secret_of_version_2(fairness: dict[str, Any], by_seat: list[bytes], joined: list[int]) -> bytes:
    """Return the joint secret after checking how each nonce was made."""
    secrets = [bytes.fromhex(one) for one in fairness["secrets"]]
    shown = [bytes.fromhex(one) for one in fairness["commitments"]]
    check([hashed(one) for one in secrets] == shown, "a secret is not the one committed to")
    secret = hashed(b"tavola 2 secret", *secrets)
    for index, seat in enumerate(joined):
        nonce, given, origin = by_seat[seat], fairness["hashes"][seat], fairness["origins"][seat]
        derived = hashed(b"tavola 2 nonce", secret, index.to_bytes(4, "big"))
        if origin == "revealed":
            check(given and hashed(nonce).hex() == given, f"seat {seat} revealed another nonce")
        else:
            check(nonce == derived, f"the nonce of seat {seat} does not follow from the secrets")
            check((given is None) == (origin == "derived"), f"seat {seat}: {origin}?")
    return secret


def verify(record: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """Check a record; exit with a message if something is wrong."""
    fairness = record["fairness"]
    version = fairness.get("version", 1)
    check(version in (1, 2), f"version {version} is not known here")
    by_seat = [bytes.fromhex(nonce) for nonce in fairness["nonces"]]
    joined = fairness["joined"]
    seats = record["seats"]
    check(len(by_seat) == seats and sorted(joined) == list(range(seats)), "a seat is missing")
    if version == 2:
        secret = secret_of_version_2(fairness, by_seat, joined)
        for_seats, for_seed = b"tavola 2 seating", b"tavola 2 seed"
    else:
        secret = bytes.fromhex(fairness["secret"])
        check(hashed(secret).hex() == fairness["commitment"], "the secret is another one")
        for_seats, for_seed = b"seating", b""
    if fairness.get("turned") is not None:
        drawn = [*range(1, seats), 0]
    elif fairness.get("agreed") is True:
        drawn = [joined.index(seat) for seat in range(seats)]
    else:
        drawn = shuffled(hashed(for_seats, secret, *(by_seat[seat] for seat in joined)), seats)
    check([joined[index] for index in drawn] == list(range(seats)), "the seats were not drawn so")
    seed = hashed(for_seed, secret, *by_seat)
    check(seed.hex() == record["seed"], "the seed does not follow from secrets and nonces")
    return version, fairness


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: python3 verify.py record.json")
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            version, fairness = verify(json.load(file))
    except (KeyError, TypeError, ValueError, IndexError):
        sys.exit("This is no record of a finished match.")
    print(f"Fair by version {version}: commitment, nonces, seats and seed agree.")
    for seat, origin in enumerate(fairness.get("origins", [])):
        print(f"  seat {seat}: nonce {origin}")


if __name__ == "__main__":
    main()
