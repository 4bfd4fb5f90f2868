"""The game on the workbench: a record in a file, so that it outlives a restart with new rules."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from secrets import token_bytes
from typing import Any

from django.conf import settings

from games.engine.chance import SEED_BYTES
from games.engine.contract import Json, Position
from games.engine.record import Record, parse_json, read_record
from games.engine.refusals import BadRecord, Refusal
from games.engine.replay import play_one, replay
from games.titles.registry import ALL_RULES, newest

MOST = 5000
"""Random moves stop here, in case the rules have no end."""


@dataclass(frozen=True)
class Bench:
    """A game on the workbench.

    Attributes:
        record: The start and the moves.
        position: The position after the moves.
        dropped: Why the last stored moves were left out: the rules do not allow them any more.
    """

    record: Record
    position: Position
    dropped: Refusal | None = None

    @property
    def acting(self) -> int | None:
        """The first seat that has a decision; None at the end."""
        return next(iter(self.position.to_move()), None)


def bench_of(slug: str) -> Bench:
    """Return the stored game, or a new one if there is none or the rules cannot read it.

    The moves that the rules no longer allow are left out, and stay in the file until the next
    change.
    """
    try:
        record = read_record(parse_json(_file(slug).read_bytes()), ALL_RULES)
        replayed = replay(replace(record, rules=newest(slug)))
    except FileNotFoundError:
        return begin(slug, newest(slug).game.seats[0])
    except Refusal as refusal:
        return replace(begin(slug, newest(slug).game.seats[0]), dropped=refusal)
    kept = replace(record, rules=newest(slug), moves=record.moves[: replayed.applied])
    return Bench(kept, replayed.position, replayed.refusal)


def begin(slug: str, seats: int, seed: bytes = b"") -> Bench:
    """Deal a new game with the default options."""
    game = newest(slug).game
    options = game.read_options({}, game.read_seats(seats))
    return _store(Record(newest(slug), seats, options, seed or token_bytes(SEED_BYTES)))


def put(slug: str, text: str) -> Bench:
    """Begin with a position, or with a record of this game; both are JSON.

    Raises:
        Refusal: It is neither, or the rules do not allow it.
    """
    data = parse_json(text)
    if isinstance(data, dict) and {"format", "game"} <= data.keys():
        record = read_record(data, ALL_RULES)
        if record.rules.game.slug != slug:
            raise BadRecord("This record is of another game.")
        return _store(replace(record, rules=newest(slug)))
    if not isinstance(data, dict):
        raise BadRecord("A position must be an object.")
    record = bench_of(slug).record
    return _store(replace(record, position=data, moves=[]))


def play(bench: Bench, seat: int, data: Json) -> Bench:
    """Play a move of a seat; raise Refusal if the rules do not allow it."""
    moves = [*bench.record.moves, {**data, "seat": seat}]
    return _store(replace(bench.record, moves=moves))


def play_at_random(bench: Bench, moves: int = 1) -> Bench:
    """Play random legal moves of the seats to move, at most this number or to the end."""
    position, made, rng = bench.position.clone(), list(bench.record.moves), Random()
    while moves and len(made) < MOST and (seats := position.to_move()):
        move = {"seat": seats[0], **rng.choice(position.moves(seats[0])).dump()}
        made.append(move)
        play_one(position, bench.record, len(made), move)
        moves -= 1
    return _store(replace(bench.record, moves=made))


def take_back(bench: Bench) -> Bench:
    """Take back the last move."""
    return _store(replace(bench.record, moves=bench.record.moves[:-1]))


def stamp(folder: Path) -> int:
    """Return the time of the newest change of a file in a game's folder."""
    files = (path for path in folder.rglob("*") if "__pycache__" not in path.parts)
    return max(path.stat().st_mtime_ns for path in files)


def _store(record: Record) -> Bench:
    """Store a record whose moves are all legal."""
    reached = replay(record)
    if reached.refusal is not None:
        raise reached.refusal
    file = _file(record.rules.game.slug)
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(record.dump()), "utf-8")
    return Bench(record, reached.position)


def shown(data: Any) -> str:
    """Return JSON to read and change."""
    return json.dumps(data, ensure_ascii=False)


def _file(slug: str) -> Path:
    return Path(settings.VAR_DIR) / "playgame" / f"{slug}.json"
