"""A record: one game in a file (records: Records and the referee)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.engine import shapes
from games.engine.chance import Chance
from games.engine.contract import Json, Options, Position
from games.engine.refusals import BadPosition, BadRecord, noted
from games.engine.values import read_json

FORMAT = 1
NO_SEED = "0" * 64
MOST_DIGITS = 1000
NO_JSON = noted("This isn’t JSON.")
_HEX = re.compile(r"[0-9a-fA-F]{64}")

RulesByVersion = Mapping[tuple[str, int], type[Position]]
"""The registered games: (slug, version of the rules) → position class."""


@dataclass(frozen=True)
class Record:
    """A record whose head is checked, while its position and moves are still unread."""

    rules: type[Position]
    seats: int
    options: Options
    seed: bytes
    position: Json | None = None
    moves: list[Any] = field(default_factory=list)

    def chance(self, step: int) -> Chance:
        """Return the chance of a step: 0 for the deal, k for the k-th move."""
        return Chance(self.seed, step)

    def start(self) -> Position:
        """Return the position before the first move.

        Raises:
            BadPosition: The record's position is not possible.
        """
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
    """Parse untrusted text as JSON.

    Raises:
        BadRecord: The text is not JSON.
    """
    try:
        return read_json(text, parse_constant=_no_constant, parse_int=_whole_number)
    except ValueError:
        raise BadRecord(NO_JSON) from None


def _whole_number(digits: str) -> int | float:
    """Read a number; one that is too long for Python is still JSON and becomes infinity."""
    return int(digits) if len(digits) < MOST_DIGITS else float("inf")


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def read_record(data: object, registered: RulesByVersion) -> Record:
    """Read a record from its JSON; unknown keys are ignored.

        record = read_record(parse_json(text), ALL_RULES)

    Args:
        data: The parsed JSON.
        registered: The rules by slug and version.

    Raises:
        BadRecord: The head is not a record's, or the game, version or number of seats is unknown.
        BadOptions: An option is unknown or has an impossible value.
        BadPosition: The position is not an object.
    """
    if not isinstance(data, dict):
        raise BadRecord("A record must be an object.")
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
        raise BadRecord("A seed must be 64 hexadecimal digits.")
    moves = _optional(data, "moves", list, [])
    given = data.get("options")
    options = rules.game.read_options({} if given is None else given, seats)
    position = data.get("position")
    if position is not None and not isinstance(position, dict):
        raise BadPosition("A position must be an object.")
    return Record(rules, seats, options, bytes.fromhex(seed), position, moves)


def _require(data: Json, key: str, kind: type) -> Any:
    if key not in data:
        raise BadRecord("A record needs a “{key}”.", key=key)
    return _typed(data[key], key, kind)


def _optional(data: Json, key: str, kind: type, default: Any) -> Any:
    """Return a typed value or the default; null counts as left out."""
    return default if data.get(key) is None else _typed(data[key], key, kind)


def _typed(value: Any, key: str, kind: type) -> Any:
    if type(value) is not kind:
        raise BadRecord("“{key}” has the wrong type.", key=key)
    return value
