"""Verify a finished match's exported record: was the chance fair, and is the outcome true?

An exported record contains the moves, its `outcome` and a `fairness` object, whose keys for both
versions are described there (records: Fairness).

In a rematch the seats are turned by one, not drawn, so no player chooses them either. Then `turned`
names the previous match, and `joined` lists for each of *its* seats the player's new seat: one
lower, and the first becomes the last. To check that, compare the players of both records. If the
players `agreed` on the seats beforehand, there is nothing to check about them.
"""

from __future__ import annotations

from typing import Any

from games.engine.chance import SEED_BYTES, commitment, seating, seed_of
from games.engine.contract import Json, Outcome, Position
from games.engine.fairness import VERSION, Draw, derived_nonce, draw, hash_of, joint_secret
from games.engine.fields import is_int
from games.engine.record import Record
from games.engine.refusals import BadRecord


def verify(data: Json, record: Record, end: Position) -> list[str]:
    """Verify an exported record.

    Args:
        data: The exported record as JSON.
        record: The same record, already read and replayed.
        end: The position its moves lead to.

    Returns:
        The names of the verified parts.

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
    turned = fairness.get("turned") is not None
    if turned and joined != [(seat - 1) % record.seats for seat in range(record.seats)]:
        raise BadRecord("The seats weren’t turned by one from the previous match.")
    version = fairness.get("version", 1)
    if version == 1:
        found, drawn = ["commitment"], _draw_of_version_1(fairness, joined)
    elif version == VERSION:
        found, drawn = ["commitment", "nonces"], _draw_of_version_2(fairness, joined)
    else:
        raise BadRecord("There is no version {version} of fairness.", version=version)
    if drawn.seed != record.seed:
        raise BadRecord("The seed doesn’t follow from the secret and the nonces.")
    agreed = _are_agreed(fairness)
    if turned and agreed:
        raise BadRecord("Seats are either turned or agreed, not both.")
    in_order = [joined[index] for index in drawn.seated] == list(range(record.seats))
    if not (turned or agreed or in_order):
        raise BadRecord("The seats weren’t drawn from the secret and the nonces.")
    _verify_outcome(data, end)
    seats = "turned seats" if turned else "agreed seats" if agreed else "seating"
    return [*found, "seed", seats, "deal", "moves", "outcome"]


def _draw_of_version_1(fairness: Json, joined: list[int]) -> Draw:
    nonces = [_hex(nonce) for nonce in _list(fairness, "nonces", len(joined))]
    secret = _hex(fairness.get("secret"))
    if commitment(secret) != fairness.get("commitment"):
        raise BadRecord("The secret isn’t the one that was committed to.")
    seated = seating(secret, [nonces[seat] for seat in joined])
    return Draw(seed_of(secret, nonces), seated)


def _draw_of_version_2(fairness: Json, joined: list[int]) -> Draw:
    secrets = [_hash(secret) for secret in _list(fairness, "secrets")]
    if not secrets or [hash_of(one) for one in secrets] != fairness.get("commitments"):
        raise BadRecord("The secret isn’t the one that was committed to.")
    secret = joint_secret(secrets)
    by_seat = {key: _list(fairness, key, len(joined)) for key in ("nonces", "hashes", "origins")}
    nonces = []
    for index, seat in enumerate(joined):
        nonce, given, origin = (by_seat[key][seat] for key in ("nonces", "hashes", "origins"))
        nonces.append(_hash(nonce))
        if origin == "revealed":
            true = hash_of(nonces[-1]) == given
        elif origin in ("derived", "replaced"):
            follows = nonces[-1] == derived_nonce(secret, index)
            true = follows and (given is None) == (origin == "derived")
        else:
            true = False
        if not true:
            raise BadRecord("The nonce of seat {seat} isn’t “{origin}”.", seat=seat, origin=origin)
    drawn = fairness.get("turned") is None and not _are_agreed(fairness)
    seated = None if drawn else [joined.index(seat) for seat in range(len(joined))]
    return draw(secret, nonces, seated=seated)


def _are_agreed(fairness: Json) -> bool:
    agreed = fairness.get("agreed")
    if agreed not in (None, True):
        raise BadRecord("“agreed” must be true or left out.")
    return agreed is True


def _verify_outcome(data: Json, end: Position) -> None:
    left = data.get("left", [])
    outcome = end.outcome()
    if outcome is None and not left:
        raise BadRecord("The match isn’t over after these moves.")
    claimed = data.get("outcome")
    if not left and outcome is not None and claimed != outcome.dump():
        raise BadRecord("The outcome doesn’t follow from the moves.")
    if left:
        try:
            true = with_leavers(outcome, end.seats, left)
        except (TypeError, ValueError):
            raise BadRecord("“left” must list seats in the order in which they left.") from None
        if claimed != true.dump():
            raise BadRecord("The outcome doesn’t follow from the moves and the seats that left.")


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
    try:
        return bytes.fromhex(value)
    except (TypeError, ValueError):
        raise BadRecord("The “fairness” of this record must be in hexadecimal digits.") from None


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
