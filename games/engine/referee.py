"""The referee: records in, answers out (records: python manage.py referee).

Pure functions from text to JSON objects; the command only reads and prints.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Literal

from games.engine import shapes
from games.engine.chance import Chance
from games.engine.contract import Dump, Json, Move, Options, Position
from games.engine.record import Record, RulesByVersion, parse_json, read_record
from games.engine.refusals import BadRecord, Refusal
from games.engine.replay import replay
from games.engine.verify import verify

Viewer = int | Literal["public"]
LONGEST = 10_000
"""No game of random moves may have more moves; one that does would never end."""
LAST = 5
"""The number of last moves that are shown of a game without an end."""


class NoEnd(AssertionError):
    """A game does not end by itself; `seed` is the one it was dealt from."""

    def __init__(self, seats: int, seed: bytes, last: Sequence[tuple[int, Move]]) -> None:
        moves = ", ".join(f"seat {seat}: {move}" for seat, move in last)
        super().__init__(f"no end after {LONGEST:,} moves at {seats} seats; last moves: {moves}")
        self.seed = seed


@dataclass(frozen=True)
class Requested:
    """What an answer contains in addition to the position."""

    legal: bool = False
    trace: bool = False
    view: Viewer | None = None
    verify: bool = False


def error(move: int | None, refusal: Refusal) -> shapes.Error:
    return {"move": move, "code": refusal.code, "reason": refusal.reason}


def judge(text: str | bytes, registered: RulesByVersion, requested: Requested) -> shapes.Answer:
    """Return the answer for one record; a refused record gives an answer with `ok` false.

    Args:
        text: The record as JSON text.
        registered: The rules by slug and version.
        requested: What the answer contains in addition.
    """
    try:
        data = parse_json(text)
        record = read_record(data, registered)
        return _answer(data, record, requested)
    except Refusal as refusal:
        answer: shapes.Answer = {
            "ok": False,
            "applied": 0,
            "error": error(None, refusal),
            "position": None,
            "to_move": [],
            "outcome": None,
        }
        if requested.trace:
            answer["trace"] = []
        return answer


def ask(own: Callable[[object], Json], text: str | bytes) -> Json:
    """Return the answer of a game's own judge to JSON; a refusal is an answer with `ok` false."""
    try:
        return own(parse_json(text))
    except BadRecord as refusal:
        return {"ok": False, "error": {"code": refusal.code, "reason": refusal.reason}}


def _answer(data: Json, record: Record, requested: Requested) -> shapes.Answer:
    show = _shower(record, requested.view)
    trace: list[Dump] = []
    reached = replay(record, (lambda p: trace.append(show(p))) if requested.trace else None)
    position, refusal = reached.position, reached.refusal
    outcome = position.outcome()
    answer: shapes.Answer = {
        "ok": refusal is None,
        "applied": reached.applied,
        "error": None if refusal is None else error(reached.applied, refusal),
        "position": show(position),
        "to_move": list(position.to_move()),
        "outcome": None if outcome is None else outcome.dump(),
    }
    if requested.legal:
        answer["legal"] = [
            {"seat": seat, **move.dump()}
            for seat in position.to_move()
            for move in position.moves(seat)
        ]
    if requested.trace:
        answer["trace"] = trace
    if requested.verify and refusal is None:
        answer["verified"] = verify(data, record, position)
    return answer


def _shower(record: Record, viewer: Viewer | None) -> Callable[[Position], Dump]:
    if viewer is None:
        return lambda position: position.dump()
    if viewer == "public":
        return lambda position: position.view(None)
    if viewer >= record.seats:
        raise BadRecord("There is no seat {seat} in this record.", seat=viewer)
    return lambda position: position.view(viewer)


def play_at_random(
    rules: type[Position], games: int, seats: int, options: object, seed: str
) -> Json:
    """Play whole games of uniformly random legal moves and measure the engine's speed.

    Legal moves are listed before each move, and one of them is carried out.

    Args:
        rules: The rules to play by.
        games: The number of games.
        seats: The number of seats.
        options: The options as JSON.
        seed: The seed of all chance.

    Raises:
        BadRecord: The game does not have this number of seats.
        BadOptions: An option is unknown or has an impossible value.
    """
    rng = Random(seed)
    seats = rules.game.read_seats(seats)
    agreed = rules.game.read_options(options, seats)
    outcomes: dict[str, int] = {}
    moves = 0
    started = perf_counter()
    for _ in range(games):
        position, played = random_game(rules, seats, agreed, rng)
        moves += played
        outcome = position.outcome()
        assert outcome is not None
        outcomes[outcome.reason] = outcomes.get(outcome.reason, 0) + 1
    seconds = perf_counter() - started
    return {
        "games": games,
        "moves": moves,
        "seconds": round(seconds, 3),
        "moves_per_second": round(moves / seconds) if seconds else 0,
        "outcomes": outcomes,
    }


def random_game(
    rules: type[Position], seats: int, options: Options, rng: Random
) -> tuple[Position, int]:
    """Play one game of random legal moves; return its end and the number of moves.

    Raises:
        NoEnd: It has more than `LONGEST` moves.
    """
    seed = rng.randbytes(32)
    position = rules.deal(seats, options, Chance(seed, 0))
    step, last = 0, list[tuple[int, Move]]()
    random = rng.random
    while asked := position.to_move():
        seat = asked[0] if len(asked) == 1 else asked[int(random() * len(asked))]
        moves = position.moves(seat)
        step += 1
        move = moves[int(random() * len(moves))]
        if step > LONGEST - LAST:
            last.append((seat, move))
            if step > LONGEST:
                raise NoEnd(seats, seed, last[-LAST:])
        position.apply(seat, move, Chance(seed, step))
    return position, step
