"""Records to write tests in, and hypothesis' idea of untrusted JSON."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from games.engine.chance import Chance, commitment, seating, seed_of
from games.engine.contract import Json, Position
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
    secret = b"the house's secret".ljust(32, b"!")
    brought = [bytes([joiner]) * 16 for joiner in range(seats)]
    order = seating(secret, brought)
    nonces = [brought[joiner] for joiner in order]
    seed = seed_of(secret, nonces)
    record = read(seats=seats, seed=seed.hex())
    position = record.start()
    moves = finish(position, seed)
    outcome = position.outcome()
    assert outcome is not None
    return {
        **record.dump(),
        "moves": moves,
        "outcome": outcome.dump(),
        "fairness": {
            "commitment": commitment(secret),
            "secret": secret.hex(),
            "nonces": [nonce.hex() for nonce in nonces],
            "joined": [order.index(joiner) for joiner in range(seats)],
        },
    }
