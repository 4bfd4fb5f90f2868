"""Verify a finished match's exported record: was the chance fair, and is the outcome true?

An exported record contains the moves, its `outcome` and a `fairness` object, whose keys are
described there for each version (records: Fairness).

In a rematch the seats are turned by one, not drawn, so no player chooses them either: the player
at each seat of the previous match moves to the seat before, and the first one to the last. To
check that, compare the players of both records. If the players agreed on the seats beforehand,
there is nothing to check about them, and the answer says so.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from games.engine.chance import SEED_BYTES, commitment, seating, seed_of
from games.engine.contract import Json, Outcome, Position
from games.engine.fairness import (
    VERSION,
    WITHOUT_TRANSCRIPT,
    Draw,
    derived_nonce,
    draw,
    entered,
    hash_of,
    joint_secret,
    name_hash,
)
from games.engine.fields import is_int
from games.engine.record import Record
from games.engine.refusals import BadRecord
from games.engine.values import read_json

DRAWN = "seating"
AGREED = "seats agreed by the players, not drawn"
TURNED = "seats turned by one from the previous match, not drawn"


def verify(data: Json, record: Record, end: Position) -> list[str]:
    """Verify an exported record.

    Args:
        data: The exported record as JSON.
        record: The same record, already read and replayed.
        end: The position its moves lead to.

    Returns:
        The names of the verified parts, and how the seats were assigned.

    Raises:
        BadRecord: A part is wrong; the message names the first one.
    """
    fairness = data.get("fairness")
    if not isinstance(fairness, dict):
        raise BadRecord("This record has no “fairness” to verify.")
    joined = _list(fairness, "joined", record.seats)
    if record.position is not None:
        raise BadRecord("A fair match must start with its own deal, not with a given position.")
    if not all(map(is_int, joined)) or sorted(joined) != list(range(record.seats)):
        raise BadRecord("“joined” must name every seat once.")
    version = fairness.get("version", 1)
    if not is_int(version):
        raise BadRecord("The “version” of fairness must be a whole number.")
    if version == VERSION:
        found, seats, drawn = _draw_with_transcript(data, fairness, joined)
    elif version == WITHOUT_TRANSCRIPT:
        seats = _seats_of(fairness, joined)
        found, drawn = ["commitment", "nonces"], _draw_of_version_2(fairness, joined, seats)
    elif version == 1:
        seats = _seats_of(fairness, joined)
        found, drawn = ["commitment"], _draw_of_version_1(fairness, joined)
    else:
        raise BadRecord("There is no version {version} of fairness.", version=version)
    if drawn.seed != record.seed:
        raise BadRecord("The seed doesn’t follow from the secret and the nonces.")
    in_order = [joined[index] for index in drawn.seated] == list(range(record.seats))
    if seats == DRAWN and not in_order:
        raise BadRecord("The seats weren’t drawn from the secret and the nonces.")
    _verify_outcome(data, end)
    return [*found, "seed", seats, "deal", "moves", "outcome"]


def verify_same_deal(first: Json, other: Json) -> None:
    """Verify that two verified records got the same cards from the same secrets.

    Raises:
        BadRecord: They did not; the message names the first difference.
    """
    for key, default in (("game", None), ("rules", 1), ("seats", None), ("options", {})):
        if first.get(key, default) != other.get(key, default):
            raise BadRecord("“{key}” isn’t that of the first record.", key=key)
    secrets = [record["fairness"].get("secrets") for record in (first, other)]
    if not secrets[0] or secrets[0] != secrets[1] or first["seed"] != other["seed"]:
        raise BadRecord("The cards aren’t those of the first record: the secrets differ.")


def _draw_with_transcript(
    data: Json, fairness: Json, joined: list[int]
) -> tuple[list[str], str, Draw]:
    """Return what was verified, how the seats were assigned, and the draw of version 3."""
    text = str(fairness.get("transcript"))
    transcript = _read(text)
    seats = _verify_transcript(transcript, data, fairness, joined)
    players = transcript["players"]
    secret = _secret(fairness, transcript.get("commitments"))
    origins = _list(fairness, "origins", len(joined))
    made = zip(
        _list(fairness, "nonces", len(joined)),
        [player.get("hash") for player in players],
        origins,
        strict=True,
    )
    nonces = [
        entered(nonce, text) if origin == "revealed" else nonce
        for nonce, origin in zip(_nonces(secret, made, joined), origins, strict=True)
    ]
    drawn = draw(secret, nonces, seated=transcript.get("seated"))
    if [joined[index] for index in drawn.seated] != list(range(len(joined))):
        raise BadRecord("The seats aren’t those that follow from the transcript.")
    salts = _list(fairness, "salts", len(joined))
    _verify_players(players, data, joined, salts)
    names = [] if None in salts else ["names"]
    return ["commitment", "nonces", "transcript", *names], seats, drawn


def _read(text: Any) -> Json:
    """Return a transcript, whose `players` is a list of objects."""
    try:
        transcript = read_json(text)
    except (TypeError, ValueError):
        raise BadRecord("“transcript” must be the text of a JSON object.") from None
    players = transcript.get("players") if isinstance(transcript, dict) else None
    if not isinstance(players, list) or not all(isinstance(one, dict) for one in players):
        raise BadRecord("“transcript” must be the text of a JSON object.")
    return dict(transcript)


def _verify_transcript(transcript: Json, data: Json, fairness: Json, joined: list[int]) -> str:
    """Compare a transcript with its record, and return how the seats were assigned."""
    own = {**data, "match": fairness.get("kept", data.get("match"))}
    defaults = {"rules": 1, "options": {}, "rated": False}
    for key in ("match", "game", "rules", "options", "rated"):
        value = transcript.get(key)
        is_typed = key != "rated" or isinstance(value, bool)
        if not is_typed or not _is_same(value, own.get(key, defaults.get(key))):
            raise BadRecord("“{key}” isn’t what the transcript says.", key=key)
    count = range(len(joined))
    seated, former = transcript.get("seated"), transcript.get("former")
    known = seated is None or (
        isinstance(seated, list) and all(map(is_int, seated)) and sorted(seated) == list(count)
    )
    if len(transcript["players"]) != len(joined) or not known:
        raise BadRecord("The transcript must name every player and every seat once.")
    if former is not None:
        if seated != [*count[1:], 0]:
            raise BadRecord("The seats weren’t turned by one from the previous match.")
        return TURNED
    if seated is None:
        return DRAWN
    if transcript.get("rated") is not False:
        raise BadRecord("The seats of a rated match must be drawn, not agreed.")
    return AGREED


def _verify_players(players: list[Json], data: Json, joined: list[int], salts: list[Any]) -> None:
    """Compare the players of a transcript with the record's; bots may play on for those who left.

    A name whose salt is missing was changed or removed since, and is not compared.
    """
    shown, left = _list(data, "players", len(joined)), data.get("left")
    for player, seat, salt in zip(players, joined, salts, strict=True):
        claimed = shown[seat] if isinstance(shown[seat], dict) else {}
        same = _is_same(claimed.get("program", False), player.get("program"))
        if not (isinstance(left, list) and seat in left):
            same = same and _is_same(claimed.get("bot"), player.get("bot"))
        if salt is not None:
            name = str(claimed.get("name"))
            same = same and name_hash(_hex(salt), name) == player.get("name")
        if not same:
            raise BadRecord("The player of seat {seat} isn’t the one of the transcript.", seat=seat)


def _seats_of(fairness: Json, joined: list[int]) -> str:
    """Return how the seats were assigned in a match without a transcript."""
    turned, agreed = fairness.get("turned") is not None, _are_agreed(fairness)
    if turned and joined != [(seat - 1) % len(joined) for seat in range(len(joined))]:
        raise BadRecord("The seats weren’t turned by one from the previous match.")
    if turned and agreed:
        raise BadRecord("Seats are either turned or agreed, not both.")
    return TURNED if turned else AGREED if agreed else DRAWN


def _draw_of_version_1(fairness: Json, joined: list[int]) -> Draw:
    nonces = [_hex(nonce) for nonce in _list(fairness, "nonces", len(joined))]
    secret = _hex(fairness.get("secret"))
    if commitment(secret) != fairness.get("commitment"):
        raise BadRecord("The secret isn’t the one that was committed to.")
    seated = seating(secret, [nonces[seat] for seat in joined])
    return Draw(seed_of(secret, nonces), seated)


def _draw_of_version_2(fairness: Json, joined: list[int], seats: str) -> Draw:
    secret = _secret(fairness, fairness.get("commitments"), WITHOUT_TRANSCRIPT)
    by_seat = [_list(fairness, key, len(joined)) for key in ("nonces", "hashes", "origins")]
    made = zip(*([values[seat] for seat in joined] for values in by_seat), strict=True)
    nonces = _nonces(secret, made, joined, WITHOUT_TRANSCRIPT)
    seated = None if seats == DRAWN else [joined.index(seat) for seat in range(len(joined))]
    return draw(secret, nonces, seated=seated, version=WITHOUT_TRANSCRIPT)


def _secret(fairness: Json, commitments: Any, version: int = VERSION) -> bytes:
    """Return the joint secret, after comparing each one with its commitment."""
    secrets = [_hash(secret) for secret in _list(fairness, "secrets")]
    if not secrets or [hash_of(one) for one in secrets] != commitments:
        raise BadRecord("The secret isn’t the one that was committed to.")
    return joint_secret(secrets, version)


def _nonces(
    secret: bytes, made: Iterable[tuple[Any, ...]], joined: list[int], version: int = VERSION
) -> list[bytes]:
    """Return the nonces after checking how each one was made.

    `made` has each nonce, the hash that was sent for it, and its origin, in the order of `joined`.
    """
    nonces = []
    for index, (given, hashed, origin) in enumerate(made):
        nonce = _hash(given)
        if origin == "revealed":
            true = hash_of(nonce) == hashed
        elif origin in ("derived", "replaced"):
            follows = nonce == derived_nonce(secret, index, version)
            true = follows and (hashed is None) == (origin == "derived")
        else:
            true = False
        if not true:
            message = "The nonce of seat {seat} isn’t “{origin}”."
            raise BadRecord(message, seat=joined[index], origin=origin)
        nonces.append(nonce)
    return nonces


def _are_agreed(fairness: Json) -> bool:
    agreed = fairness.get("agreed")
    if agreed is not None and agreed is not True:
        raise BadRecord("“agreed” must be true or left out.")
    return agreed is True


def _verify_outcome(data: Json, end: Position) -> None:
    left = [] if data.get("left") is None else data["left"]
    all_stayed = left == []
    outcome = end.outcome()
    if outcome is None and all_stayed:
        raise BadRecord("The match isn’t over after these moves.")
    claimed = data.get("outcome")
    if all_stayed and outcome is not None and not _is_same(claimed, outcome.dump()):
        raise BadRecord("The outcome doesn’t follow from the moves.")
    if not all_stayed:
        try:
            true = with_leavers(outcome, end.seats, left)
        except (TypeError, ValueError):
            raise BadRecord("“left” must list seats in the order in which they left.") from None
        if not _is_same(claimed, true.dump()):
            raise BadRecord("The outcome doesn’t follow from the moves and the seats that left.")


def _is_same(one: Any, other: Any) -> bool:
    """Return whether both are the same JSON; true is not 1, and 1.0 is not either."""
    try:
        texts = [json.dumps(value, sort_keys=True) for value in (one, other)]
    except RecursionError:
        return False
    return texts[0] == texts[1]


def with_leavers(outcome: Outcome | None, seats: int, left: list[int]) -> Outcome:
    """Return the outcome if players left before the end; a player who leaves ranks last.

    Args:
        outcome: The outcome of the rules; None if the game was not played to its end.
        seats: The number of seats.
        left: The seats that were left, in order: earlier ones rank behind later ones.

    Returns:
        The outcome; players who stayed keep their order, or share first place without `outcome`.

    Raises:
        ValueError: `left` has invalid or repeated seats.
    """
    named_once = len(set(left)) == len(left) and set(left) <= set(range(seats))
    if not named_once or not all(map(is_int, left)):
        raise ValueError(left)
    places = outcome.places if outcome else (1,) * seats
    scores = outcome.scores if outcome else (0,) * seats
    stayed = [seat for seat in range(seats) if seat not in left]
    final = [0] * seats
    for seat in stayed:
        final[seat] = 1 + sum(places[other] < places[seat] for other in stayed)
    for order, seat in enumerate(left):
        final[seat] = seats - order
    return Outcome(scores, tuple(final), outcome.reason if outcome else "resigned")


def _hex(value: Any) -> bytes:
    """Return bytes that are written in lower case without spaces (records: Fairness)."""
    try:
        found = bytes.fromhex(value)
    except (TypeError, ValueError):
        found = None
    if found is None or found.hex() != value:
        raise BadRecord("The “fairness” of this record must be in lower-case hexadecimal digits.")
    return found


def _hash(value: Any) -> bytes:
    found = _hex(value)
    if len(found) != SEED_BYTES:
        raise BadRecord("Secrets and nonces must have 32 bytes.")
    return found


def _list(fairness: Json, key: str, length: int | None = None) -> list[Any]:
    value = fairness.get(key)
    if not isinstance(value, list) or length not in (None, len(value)):
        raise BadRecord("“{key}” needs one entry per seat.", key=key)
    return value
