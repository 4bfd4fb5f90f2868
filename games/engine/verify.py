"""Checking a finished match's exported record: was the chance fair, is the end the true one?

An exported record carries, besides the moves, a `fairness` object (all hex):
`commitment` (published before anyone joined), `secret` (revealed at the end), `nonces` (one per
seat) and `joined` (the seats in the order in which they were taken); and its `outcome`.

In a rematch the seats are not drawn but turned by one, so that nobody chooses them either. Then
`turned` names the former match, and `joined` lists for each of *its* seats where that player sits
now: one seat lower, the first being last. To check that, compare the players of both records.
"""

from __future__ import annotations

from typing import Any

from games.engine.chance import commitment, seating, seed_of
from games.engine.contract import Json, Outcome, Position
from games.engine.fields import is_int
from games.engine.record import Record
from games.engine.refusals import BadRecord


def verify(data: Json, record: Record, end: Position) -> list[str]:
    """What was found true, by name; BadRecord names the first thing that is not.

    The moves have been replayed by the caller: `end` is the position they lead to.
    """
    fairness = data.get("fairness")
    if not isinstance(fairness, dict):
        raise BadRecord("This record has no “fairness” to verify.")
    secret = _hex(fairness.get("secret"))
    nonces = [_hex(nonce) for nonce in _list(fairness, "nonces", record.seats)]
    joined = _list(fairness, "joined", record.seats)
    if commitment(secret) != fairness.get("commitment"):
        raise BadRecord("The secret is not the one that was committed to.")
    if seed_of(secret, nonces) != record.seed:
        raise BadRecord("The seed does not follow from the secret and the nonces.")
    if record.position is not None:
        raise BadRecord("A fair match begins with its own deal, not with a given position.")
    if not all(type(seat) is int and 0 <= seat < record.seats for seat in joined):
        raise BadRecord("“joined” must name every seat once.")
    turned = fairness.get("turned") is not None
    if turned and joined != [(seat - 1) % record.seats for seat in range(record.seats)]:
        raise BadRecord("The seats were not turned by one against the former match.")
    chosen = seating(secret, [nonces[seat] for seat in joined])
    if not turned and [joined[i] for i in chosen] != list(range(record.seats)):
        raise BadRecord("The seats were not drawn from the secret and the nonces.")
    _verify_outcome(data, end)
    seats = "turned seats" if turned else "seating"
    return ["commitment", "seed", seats, "deal", "moves", "outcome"]


def _verify_outcome(data: Json, end: Position) -> None:
    left = data.get("left", [])
    outcome = end.outcome()
    if outcome is None and not left:
        raise BadRecord("The match is not over after these moves.")
    claimed = data.get("outcome")
    if not left and outcome is not None and claimed != outcome.dump():
        raise BadRecord("The outcome is not the one the moves lead to.")
    if left:
        try:
            true = with_leavers(outcome, end.seats, left)
        except (TypeError, ValueError):
            raise BadRecord("“left” must list seats, in the order in which they left.") from None
        if claimed != true.dump():
            raise BadRecord("The outcome is not the one the moves and the leaving lead to.")


def with_leavers(outcome: Outcome | None, seats: int, left: list[int]) -> Outcome:
    """The outcome when seats were left before the end, in this order: who leaves ranks last.

    A seat that leaves ranks behind those that leave later; the others stay in their order. With
    no outcome (all others have left, or two seats) the others share the first place.
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
        raise BadRecord("The “fairness” of this record is not in hexadecimal digits.") from None


def _list(fairness: Json, key: str, length: int) -> list[Any]:
    value = fairness.get(key)
    if not isinstance(value, list) or len(value) != length:
        raise BadRecord("“{key}” needs one entry per seat.", key=key)
    return value
