"""Records to write tests in, and hypothesis' idea of untrusted JSON."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

from games.engine.chance import Chance, commitment, seating, seed_of
from games.engine.contract import Json, Position
from games.engine.fairness import Origin, derived_nonce, draw, hash_of, joint_secret
from games.engine.record import Record, read_record
from games.titles.registry import ALL_RULES

GONE = object()
"""As a change: the key is left out."""

# A handful of numbers that break careless readers, beside hypothesis' own.
_numbers = st.integers() | st.floats(allow_nan=False) | st.sampled_from([2**53, 10**400, -1, 1.0])
_words = st.text(max_size=8) | st.sampled_from(
    ["condottiere", "choose", "play", "parma", "m1", "scarecrow", "format", "seats", "\ud800"]
)
any_json = st.recursive(
    st.none() | st.booleans() | _numbers | _words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_words, inner, max_size=4),
    max_leaves=12,
)


def changed(base: Json, **changes: Any) -> Json:
    """The object with some keys set anew, or left out where the change is GONE."""
    both = {**base, **changes}
    return {key: value for key, value in both.items() if value is not GONE}


def written(**changes: Any) -> Json:
    """A record of Condottiere for two seats with nothing in it, but for the changes."""
    return changed({"format": 1, "game": "condottiere", "seats": 2}, **changes)


def read(**changes: Any) -> Record:
    return read_record(written(**changes), ALL_RULES)


def choose(city: str, seat: int = 0) -> Json:
    return {"seat": seat, "type": "choose", "city": city}


def play(card: str, seat: int = 0) -> Json:
    return {"seat": seat, "type": "play", "card": card}


def finish(position: Position, seed: bytes) -> list[Json]:
    """Random moves from the position to the end, as a record holds them."""
    rng = Random(seed)
    moves: list[Json] = []
    while asked := position.to_move():
        seat = rng.choice(asked)
        move = rng.choice(position.moves(seat))
        moves.append({"seat": seat, **move.dump()})
        position.play(seat, move, Chance(seed, len(moves)))
    return moves


def fair_match(seats: int = 4) -> Json:
    """The exported record of a match whose chance was committed to, and played to its end."""
    secret = b"the site's secret".ljust(32, b"!")
    brought = [bytes([joiner]) * 16 for joiner in range(seats)]
    order = seating(secret, brought)
    nonces = [brought[joiner] for joiner in order]
    return played(
        seats,
        seed_of(secret, nonces),
        {
            "commitment": commitment(secret),
            "secret": secret.hex(),
            "nonces": [nonce.hex() for nonce in nonces],
            "joined": [order.index(joiner) for joiner in range(seats)],
        },
    )


def fair_match_2(origins: Sequence[Origin], secrets: int = 1, *, turned: bool = False) -> Json:
    """The same by version 2; `origins` says how the nonce of each chair came to be."""
    seats, own = len(origins), [bytes([number]) * 32 for number in range(1, secrets + 1)]
    secret = joint_secret(own)
    committed = [bytes([0xA0 + chair]) * 32 for chair in range(seats)]
    nonces = [
        committed[chair] if origin == "revealed" else derived_nonce(secret, chair)
        for chair, origin in enumerate(origins)
    ]
    drawn = draw(secret, nonces, seated=[*range(1, seats), 0] if turned else None)
    hashes = [None if how == "derived" else hash_of(committed[c]) for c, how in enumerate(origins)]
    fairness = {
        "version": 2,
        "commitments": [hash_of(one) for one in own],
        "secrets": [one.hex() for one in own],
        "nonces": [nonces[chair].hex() for chair in drawn.seated],
        "hashes": [hashes[chair] for chair in drawn.seated],
        "origins": [origins[chair] for chair in drawn.seated],
        "joined": [drawn.seated.index(chair) for chair in range(seats)],
        **({"turned": "aformermatch"} if turned else {}),
    }
    return played(seats, drawn.seed, fairness)


def played(seats: int, seed: bytes, fairness: Json) -> Json:
    """A record of random moves to the end, with the proof of its chance."""
    record = read(seats=seats, seed=seed.hex())
    position = record.start()
    moves = finish(position, seed)
    outcome = position.outcome()
    assert outcome is not None
    return {
        **record.dump(),
        "moves": moves,
        "outcome": outcome.dump(),
        "fairness": fairness,
    }
