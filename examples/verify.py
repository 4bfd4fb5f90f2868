"""Verify the chance of an exported record of Tavola, of any version, with only Python.

    python3 verify.py record.json

It needs no code of Tavola: the method is in docs/records.md under “Fairness”. It checks that the
secrets are those that were committed to, that each nonce was made as the record says, that the
record fits the transcript that was published before any nonce was revealed (version 3), and that
the seed and the seats follow from all of this. Seats that were not drawn are reported. It does not
check that cards and moves follow from the seed; `manage.py referee --verify` does.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

Json = dict[str, Any]
Found = tuple[list[int], str, bytes]
"""By seat the index of its player, how the seats were assigned, and the seed."""
AGREED = "agreed by the players, not drawn"


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


def made(secret: bytes, label: str, proof: Iterator[tuple[str, str | None, str]]) -> list[bytes]:
    """Return the nonces after checking how each one was made."""
    nonces = []
    for index, (given, shown, origin) in enumerate(proof):
        nonce = bytes.fromhex(given)
        if origin == "revealed":
            check(hashed(nonce).hex() == shown, f"player {index} revealed another nonce")
        else:
            derived = hashed(label.encode(), secret, index.to_bytes(4, "big"))
            check(nonce == derived, f"the nonce of player {index} does not follow from the secrets")
            check((shown is None) == (origin == "derived"), f"player {index}: {origin}?")
        nonces.append(nonce)
    return nonces


def joint(fairness: Json, commitments: list[str], label: bytes) -> bytes:
    """Return the joint secret after comparing each one with its commitment."""
    secrets = [bytes.fromhex(one) for one in fairness["secrets"]]
    shown = [hashed(one).hex() for one in secrets]
    check(secrets and shown == commitments, "a secret is not the one committed to")
    return hashed(label, *secrets)


def version_1(fairness: Json, joined: list[int]) -> Found:
    secret, nonces = bytes.fromhex(fairness["secret"]), list(map(bytes.fromhex, fairness["nonces"]))
    check(hashed(secret).hex() == fairness["commitment"], "the secret is not the one committed to")
    in_order = [nonces[seat] for seat in joined]
    seats, how = assigned(fairness, joined, hashed(b"seating", secret, *in_order))
    return seats, how, hashed(secret, *nonces)


def version_2(fairness: Json, joined: list[int]) -> Found:
    secret = joint(fairness, fairness["commitments"], b"tavola 2 secret")
    lists = ([fairness[key][seat] for seat in joined] for key in ("nonces", "hashes", "origins"))
    nonces = made(secret, "tavola 2 nonce", zip(*lists, strict=True))
    seats, how = assigned(fairness, joined, hashed(b"tavola 2 seating", secret, *nonces))
    return seats, how, hashed(b"tavola 2 seed", secret, *(nonces[index] for index in seats))


def assigned(fairness: Json, joined: list[int], seed: bytes) -> tuple[list[int], str]:
    """Return by seat the index of its player, and how the seats were assigned."""
    if fairness.get("turned") is not None:
        return [*range(1, len(joined)), 0], f"turned by one from {fairness['turned']}, not drawn"
    if fairness.get("agreed") is True:
        return [joined.index(seat) for seat in range(len(joined))], AGREED
    return shuffled(seed, len(joined)), "drawn"


def version_3(record: Json, joined: list[int]) -> Found:
    fairness, text = record["fairness"], record["fairness"]["transcript"]
    transcript = json.loads(text)
    for key in ("game", "rules", "options", "rated"):
        check(transcript[key] == record[key], f"{key} is not what the transcript says")
    check(transcript["match"] == fairness.get("kept", record["match"]), "it is another match")
    for player, salt, seat in zip(transcript["players"], fairness["salts"], joined, strict=True):
        shown = record["players"][seat]
        if salt is not None:
            name = hashed(bytes.fromhex(salt), shown["name"].encode()).hex()
            check(name == player["name"], f"seat {seat} has another name")
        same = seat in record["left"] or player["bot"] == shown["bot"]
        same = same and player["program"] == shown.get("program", False)
        check(same, f"seat {seat} has another kind of player")
    secret = joint(fairness, transcript["commitments"], b"tavola 3 secret")
    hashes, origins = [player["hash"] for player in transcript["players"]], fairness["origins"]
    nonces = made(secret, "tavola 3 nonce", zip(fairness["nonces"], hashes, origins, strict=True))
    counted = [
        hashed(b"tavola 3 revealed", hashed(text.encode()), nonce)
        if origin == "revealed"
        else nonce
        for nonce, origin in zip(nonces, origins, strict=True)
    ]
    seats, how = transcript["seated"], AGREED
    if transcript["former"] is not None:
        check(seats == [*range(1, len(joined)), 0], "the seats were not turned by one")
        how = f"turned by one from {transcript['former']}, not drawn"
    elif seats is None:
        seats, how = shuffled(hashed(b"tavola 3 seating", secret, *counted), len(joined)), "drawn"
    else:
        check(transcript["rated"] is False, "the seats of a rated match were agreed")
    return seats, how, hashed(b"tavola 3 seed", secret, *counted)


def verify(record: Json) -> tuple[int, str]:
    """Return the version of a fair record, and how its seats were assigned; exit if it is not."""
    fairness, joined = record["fairness"], record["fairness"]["joined"]
    version = fairness.get("version", 1)
    check(version in (1, 2, 3), f"version {version} is not known here")
    check(record["seats"] == len(joined), "a seat is missing")
    check(sorted(joined) == list(range(len(joined))), "a seat is missing")
    check(len(fairness["nonces"]) == len(joined), "a nonce is missing")
    if version == 3:
        seats, how, seed = version_3(record, joined)
    else:
        seats, how, seed = (version_1, version_2)[version - 1](fairness, joined)
    check([joined[index] for index in seats] == sorted(joined), f"the seats were not {how}")
    check(seed.hex() == record["seed"], "the seed does not follow from secrets and nonces")
    return version, how


def main(arguments: list[str]) -> None:
    if len(arguments) != 2 or arguments[1].startswith("-"):
        sys.exit("usage: python3 verify.py record.json")
    try:
        with open(arguments[1], encoding="utf-8") as file:
            record = json.load(file)
        version, how = verify(record)
    except OSError as error:
        sys.exit(str(error))
    except (AttributeError, KeyError, TypeError, ValueError, IndexError, RecursionError):
        sys.exit("This is no record of a finished match.")
    print(f"Fair by version {version}: commitments, nonces and seed agree.")
    print(f"Seats {how}.")
    fairness = record["fairness"]
    origins = fairness.get("origins", ["of the old way"] * record["seats"])
    for index, seat in enumerate(fairness["joined"]):
        print(f"  seat {seat}: nonce {origins[index if version == 3 else seat]}")


if __name__ == "__main__":
    main(sys.argv)
