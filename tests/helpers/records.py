"""Records for tests, and Hypothesis strategies for untrusted JSON."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

from games.engine.chance import Chance, commitment, seating, seed_of
from games.engine.contract import Json, Position
from games.engine.fairness import (
    Origin,
    derived_nonce,
    draw,
    entered,
    hash_of,
    joint_secret,
    name_hash,
    transcript_text,
)
from games.engine.record import Record, read_record
from games.engine.shapes import Committed, Transcript
from games.titles.registry import ALL_RULES

GONE = object()
"""As a change: remove the key."""

# Numbers that break careless readers, in addition to Hypothesis' own.
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
    """Return the object with some keys changed, or removed if the change is GONE."""
    both = {**base, **changes}
    return {key: value for key, value in both.items() if value is not GONE}


def written(**changes: Any) -> Json:
    """Return a minimal record of Condottiere for two seats, with changes."""
    return changed({"format": 1, "game": "condottiere", "seats": 2}, **changes)


def read(**changes: Any) -> Record:
    return read_record(written(**changes), ALL_RULES)


def choose(city: str, seat: int = 0) -> Json:
    return {"seat": seat, "type": "choose", "city": city}


def play(card: str, seat: int = 0) -> Json:
    return {"seat": seat, "type": "play", "card": card}


def finish(position: Position, seed: bytes) -> list[Json]:
    """Play random moves to the end, and return them in the form of a record."""
    rng = Random(seed)
    moves: list[Json] = []
    while asked := position.to_move():
        seat = rng.choice(asked)
        move = rng.choice(position.moves(seat))
        moves.append({"seat": seat, **move.dump()})
        position.play(seat, move, Chance(seed, len(moves)))
    return moves


def fair_match(seats: int = 4) -> Json:
    """Return the exported record of a finished match with a commitment to its chance."""
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
    """Return the same by version 2; `origins` has the origin of each player's nonce."""
    seats, own = len(origins), [bytes([number]) * 32 for number in range(1, secrets + 1)]
    secret = joint_secret(own, 2)
    committed = [bytes([0xA0 + index]) * 32 for index in range(seats)]
    nonces = [
        committed[index] if origin == "revealed" else derived_nonce(secret, index, 2)
        for index, origin in enumerate(origins)
    ]
    drawn = draw(secret, nonces, seated=[*range(1, seats), 0] if turned else None, version=2)
    hashes = [None if how == "derived" else hash_of(committed[c]) for c, how in enumerate(origins)]
    fairness = {
        "version": 2,
        "commitments": [hash_of(one) for one in own],
        "secrets": [one.hex() for one in own],
        "nonces": [nonces[index].hex() for index in drawn.seated],
        "hashes": [hashes[index] for index in drawn.seated],
        "origins": [origins[index] for index in drawn.seated],
        "joined": [drawn.seated.index(index) for index in range(seats)],
        **({"turned": "aformermatch"} if turned else {}),
    }
    return played(seats, drawn.seed, fairness)


def fair_match_3(
    origins: Sequence[Origin],
    secrets: int = 1,
    *,
    seated: list[int] | None = None,
    former: str | None = None,
    rated: bool = False,
) -> Json:
    """Return the same by version 3; a player whose nonce is derived is a bot."""
    seats, own = len(origins), [bytes([number]) * 32 for number in range(1, secrets + 1)]
    secret = joint_secret(own)
    committed = [bytes([0xA0 + index]) * 32 for index in range(seats)]
    salts = [bytes([0xC0 + index]) * 16 for index in range(seats)]
    names = [f"Player {index}" for index in range(seats)]
    players: list[Committed] = [
        {
            "name": name_hash(salts[index], names[index]),
            "bot": "easy" if origin == "derived" else None,
            "program": origin == "replaced",
            "hash": None if origin == "derived" else hash_of(committed[index]),
        }
        for index, origin in enumerate(origins)
    ]
    transcript: Transcript = {
        "match": "thismatch1",
        "game": "condottiere",
        "rules": 1,
        "options": read(seats=seats).dump()["options"],
        "rated": rated,
        "seated": seated,
        "former": former,
        "commitments": [hash_of(one) for one in own],
        "players": players,
    }
    text = transcript_text(transcript)
    nonces = [
        committed[index] if origin == "revealed" else derived_nonce(secret, index)
        for index, origin in enumerate(origins)
    ]
    counted = [
        entered(nonce, text) if origin == "revealed" else nonce
        for nonce, origin in zip(nonces, origins, strict=True)
    ]
    drawn = draw(secret, counted, seated=seated)
    fairness = {
        "version": 3,
        "transcript": text,
        "joined": [drawn.seated.index(index) for index in range(seats)],
        "secrets": [one.hex() for one in own],
        "nonces": [one.hex() for one in nonces],
        "origins": list(origins),
        "salts": [one.hex() for one in salts],
    }
    shown = [
        {"name": names[index], "bot": players[index]["bot"]}
        | ({"program": True} if players[index]["program"] else {})
        for index in drawn.seated
    ]
    record = played(seats, drawn.seed, fairness)
    return {**record, "match": "thismatch1", "players": shown, "left": [], "rated": rated}


def played(seats: int, seed: bytes, fairness: Json) -> Json:
    """Return a record of random moves to the end, with the proof of its chance."""
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
