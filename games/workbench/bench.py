"""The game on the workbench: a record in a file, so that it outlives a restart with new rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from secrets import token_bytes
from typing import Any

from django.conf import settings

from games.engine.bots import Memories
from games.engine.chance import SEED_BYTES
from games.engine.contract import Json, Position
from games.engine.record import Record, parse_json, read_record
from games.engine.refusals import BadRecord, Refusal
from games.engine.replay import play_one, replay
from games.titles.registry import ALL_RULES, bot_for, bot_levels, newest, title_of

MOST = 5000
"""Random moves and those of bots stop here, in case the rules have no end."""


@dataclass(frozen=True)
class Bench:
    """A game on the workbench.

    Attributes:
        record: The start and the moves.
        position: The position after the moves.
        bots: The level of the bot that plays a seat, by seat; the maker plays the others.
        dropped: Why the last stored moves were left out: the rules do not allow them any more.
    """

    record: Record
    position: Position
    bots: Mapping[int, str] = field(default_factory=dict)
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
        stored: Any = parse_json(_file(slug).read_bytes())
        record = read_record(stored, ALL_RULES)
        replayed = replay(replace(record, rules=newest(slug)))
    except FileNotFoundError:
        return begin(slug, newest(slug).game.seats[0])
    except Refusal as refusal:
        return replace(begin(slug, newest(slug).game.seats[0]), dropped=refusal)
    kept = replace(record, rules=newest(slug), moves=record.moves[: replayed.applied])
    levels = bot_levels(slug)
    bots = {int(seat): level for seat, level in stored.get("bots", {}).items() if level in levels}
    return Bench(kept, replayed.position, bots, replayed.refusal)


def begin(slug: str, seats: int, seed: bytes = b"", bots: Mapping[int, str] | None = None) -> Bench:
    """Deal a new game with the default options, and let the bots move that come first."""
    game = newest(slug).game
    options = game.read_options({}, game.read_seats(seats))
    record = Record(newest(slug), seats, options, seed or token_bytes(SEED_BYTES))
    return _bots_move(_store(record, bots or {}))


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
        return _store(replace(record, rules=newest(slug)), {})
    if not isinstance(data, dict):
        raise BadRecord("A position must be an object.")
    return _store(replace(bench_of(slug).record, position=data, moves=[]), {})


def play(bench: Bench, seat: int, data: Json) -> Bench:
    """Play a move of a seat, then those of bots; raise Refusal if the rules do not allow it."""
    moves = [*bench.record.moves, {**data, "seat": seat}]
    return _bots_move(_store(replace(bench.record, moves=moves), bench.bots))


def play_at_random(bench: Bench, moves: int = 1) -> Bench:
    """Play random legal moves of the seats to move, at most this number or to the end."""
    position, made, rng = bench.position.clone(), list(bench.record.moves), Random()
    while moves and len(made) < MOST and (seats := position.to_move()):
        move = {"seat": seats[0], **rng.choice(position.moves(seats[0])).dump()}
        made.append(move)
        play_one(position, bench.record, len(made), move)
        moves -= 1
    return _store(replace(bench.record, moves=made), bench.bots)


def let_bot_move(bench: Bench) -> Bench:
    """Let the strongest bot that answers at once make one move of the seat to move."""
    bots = title_of(bench.record.rules.game.slug).bots
    quick = [bot.level for bot in bots if not bot.slow] or [bot.level for bot in bots]
    if not quick:
        return bench
    return _bots_move(bench, dict.fromkeys(range(bench.record.seats), quick[-1]), 1)


def give_to_bots(bench: Bench, bots: Mapping[int, str]) -> Bench:
    """Let bots of these levels play these seats from now on, and the maker the others."""
    return _bots_move(_store(bench.record, bots))


def _bots_move(bench: Bench, bots: Mapping[int, str] | None = None, moves: int = MOST) -> Bench:
    """Let bots move until it is the turn of a seat without one, or at most this number of moves.

    Args:
        bench: The game.
        bots: The levels of the bots by seat; None: those who play here.
        moves: The most moves to make.
    """
    record, made = bench.record, list(bench.record.moves)
    playing, rng = bench.bots if bots is None else bots, Random()
    position = record.start()
    memories = Memories(position)
    for step, move in enumerate(made, start=1):
        memories.tell(play_one(position, record, step, move))
    while moves and len(made) < MOST:
        seat = next((one for one in position.to_move() if one in playing), None)
        if seat is None:
            break
        bot = bot_for(record.rules.game.slug, playing[seat])
        move = bot.choose(memories.question(position, seat), rng)
        made.append({"seat": seat, **move.dump()})
        memories.tell(play_one(position, record, len(made), made[-1]))
        moves -= 1
    return _store(replace(record, moves=made), bench.bots)


def take_back(bench: Bench) -> Bench:
    """Take back the maker's last move, and what bots played since."""
    moves = list(bench.record.moves)
    while moves and moves.pop()["seat"] in bench.bots:
        pass
    return _store(replace(bench.record, moves=moves), bench.bots)


def stamp(folder: Path) -> int:
    """Return the time of the newest change of a file in a game's folder."""
    files = (path for path in folder.rglob("*") if "__pycache__" not in path.parts)
    return max(path.stat().st_mtime_ns for path in files)


def _store(record: Record, bots: Mapping[int, str]) -> Bench:
    """Store a record whose moves are all legal, and which seats bots play."""
    reached = replay(record)
    if reached.refusal is not None:
        raise reached.refusal
    file = _file(record.rules.game.slug)
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps({**record.dump(), "bots": dict(bots)}), "utf-8")
    return Bench(record, reached.position, bots)


def shown(data: Any) -> str:
    """Return JSON to read and change."""
    return json.dumps(data, ensure_ascii=False)


def _file(slug: str) -> Path:
    return Path(settings.VAR_DIR) / "playgame" / f"{slug}.json"
