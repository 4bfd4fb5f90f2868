"""A record: one game written down (records: Records and the referee)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.engine import shapes
from games.engine.chance import Chance
from games.engine.contract import Json, Options, Position
from games.engine.refusals import BadPosition, BadRecord, noted

FORMAT = 1
NO_SEED = "0" * 64
MOST_DIGITS = 1000
NO_JSON = noted("This is no JSON.")
_HEX = re.compile(r"[0-9a-fA-F]{64}")

RulesByVersion = Mapping[tuple[str, int], type[Position]]
"""The registered games: (slug, rules version) → its positions."""


@dataclass(frozen=True)
class Record:
    """A checked head and, still unread, the position and the moves."""

    rules: type[Position]
    seats: int
    options: Options
    seed: bytes
    position: Json | None = None
    moves: list[Any] = field(default_factory=list)

    def chance(self, step: int) -> Chance:
        """The chance of a step: 0 for the deal, k for the k-th move."""
        return Chance(self.seed, step)

    def start(self) -> Position:
        """The position before the first move; BadPosition."""
        if self.position is None:
            return self.rules.deal(self.seats, self.options, self.chance(0))
        return self.rules.load(self.position, self.seats, self.options, self.chance(0))

    def dump(self) -> shapes.Record:
        game = self.rules.game
        written: shapes.Record = {
            "format": FORMAT,
            "game": game.slug,
            "rules": game.rules,
            "seats": self.seats,
            "options": dict(self.options),
            "seed": self.seed.hex(),
        }
        if self.position is not None:
            written["position"] = self.position
        written["moves"] = self.moves
        return written


def parse_json(text: str | bytes) -> Any:
    """Untrusted text as JSON; BadRecord for anything that is none."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        return json.loads(text, parse_constant=_no_constant, parse_int=_whole_number)
    except (ValueError, RecursionError):
        raise BadRecord(NO_JSON) from None


def _whole_number(digits: str) -> int | float:
    """Numbers longer than Python reads are no number anybody plays with, but still JSON."""
    return int(digits) if len(digits) < MOST_DIGITS else float("inf")


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def read_record(data: Any, registered: RulesByVersion) -> Record:
    """A record from its JSON; BadRecord, BadOptions. Unknown keys are ignored."""
    if not isinstance(data, dict):
        raise BadRecord("A record is an object.")
    _require(data, "format", int)
    if data["format"] != FORMAT:
        raise BadRecord("This site reads records of format {format}.", format=FORMAT)
    slug = _require(data, "game", str)
    version = _optional(data, "rules", int, 1)
    if not any(slug == known for known, _ in registered):
        raise BadRecord("There is no game “{game}” here.", game=slug)
    rules = registered.get((slug, version))
    if rules is None:
        raise BadRecord("{game} has no rules version {version}.", game=slug, version=version)
    seats = rules.game.read_seats(data.get("seats"))
    seed = _optional(data, "seed", str, NO_SEED)
    if not _HEX.fullmatch(seed):
        raise BadRecord("A seed is 64 hexadecimal digits.")
    moves = _optional(data, "moves", list, [])
    given = data.get("options")
    options = rules.game.read_options({} if given is None else given, seats)
    position = data.get("position")
    if position is not None and not isinstance(position, dict):
        raise BadPosition("A position is an object.")
    return Record(rules, seats, options, bytes.fromhex(seed), position, moves)


def _require(data: Json, key: str, kind: type) -> Any:
    if key not in data:
        raise BadRecord("A record needs its “{key}”.", key=key)
    return _typed(data[key], key, kind)


def _optional(data: Json, key: str, kind: type, default: Any) -> Any:
    """Null counts as left out."""
    return default if data.get(key) is None else _typed(data[key], key, kind)


def _typed(value: Any, key: str, kind: type) -> Any:
    if type(value) is not kind:
        raise BadRecord("“{key}” is of the wrong type.", key=key)
    return value
