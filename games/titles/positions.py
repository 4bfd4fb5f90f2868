"""Prepared positions: rare or crowded tables of a game, to be looked at.

A title keeps them as `positions/<name>.json` in its folder. Each is a record (records: Records and
the referee) that mostly begins in a `position` and ends, after the `moves` if there are any, in
what is to be seen. Besides what a record has, it says what it is `about`, and through whose eyes
it is seen: a `seat`, or null for the public.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games.engine.record import Record, parse_json, read_record
from games.engine.refusals import BadRecord
from games.titles.registry import ALL_RULES, folder_of, slugs

FOLDER = "positions"


@dataclass(frozen=True)
class PreparedPosition:
    """A prepared position by its name, and the record that leads there."""

    slug: str
    name: str
    about: str
    seat: int | None
    record: Record


def prepared_positions(slug: str) -> list[PreparedPosition]:
    """All prepared positions of a game that is installed, by name; BadRecord if one is none."""
    files = sorted((folder_of(slug) / FOLDER).glob("*.json"))
    return [_read(slug, file) for file in files]


def prepared_position(slug: str, name: str) -> PreparedPosition | None:
    """One of them; None if there is no such game or position."""
    if slug not in slugs():
        return None
    # Looked up among those that exist, so that no name leads out of the folder.
    files = (folder_of(slug) / FOLDER).glob("*.json")
    return next((_read(slug, file) for file in files if file.stem == name), None)


def _read(slug: str, file: Path) -> PreparedPosition:
    data: Any = parse_json(file.read_bytes())
    record = read_record(data, ALL_RULES)
    about, seat = data.get("about"), data.get("seat")
    seated = type(seat) is int and 0 <= seat < record.seats
    if record.rules.game.slug != slug or not isinstance(about, str) or not (seated or seat is None):
        raise BadRecord("{file} is no prepared position.", file=file.name)
    return PreparedPosition(slug, file.stem, about, seat, record)
