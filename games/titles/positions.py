"""Prepared positions: rare or crowded tables of a game to be looked at, and figures of its rules.

A title keeps them as `positions/<name>.json` in its folder. Each is a record (records: Records and
the referee) that mostly begins in a `position` and ends, after the `moves` if there are any, in
what is to be seen. Besides what a record has, it says what it is `about`, and through whose eyes
it is seen: a `seat`, or null for the public.

The figures of its page of rules are the same in `figures/<name>.json`, and besides name the `part`
that is drawn. They stand apart, since a figure is no table that must be tried in every browser.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games.engine.record import Record, parse_json, read_record
from games.engine.refusals import BadRecord
from games.titles.registry import ALL_RULES, folder_of, slugs

FOLDER = "positions"
FIGURES = "figures"
NAME = re.compile(r"[a-z]+(?:-[a-z]+)*")


@dataclass(frozen=True)
class PreparedPosition:
    """A prepared position by its name, and the record that leads there."""

    slug: str
    name: str
    about: str
    seat: int | None
    record: Record


@dataclass(frozen=True)
class PreparedFigure:
    """A prepared position of which one part is drawn."""

    position: PreparedPosition
    part: str
    """As in the template `games/<slug>/figures/_<part>.html`."""


def prepared_positions(slug: str) -> list[PreparedPosition]:
    """All prepared positions of a game that is installed, by name; BadRecord if one is none."""
    return [_read(slug, file, parse_json(file.read_bytes())) for file in _files(slug, FOLDER)]


def prepared_position(slug: str, name: str) -> PreparedPosition | None:
    """One of them; None if there is no such game or position."""
    if slug not in slugs():
        return None
    # Looked up among those that exist, so that no name leads out of the folder.
    file = next((file for file in _files(slug, FOLDER) if file.stem == name), None)
    return None if file is None else _read(slug, file, parse_json(file.read_bytes()))


def prepared_figures(slug: str) -> dict[str, PreparedFigure]:
    """All figures of a game that is installed, by name; BadRecord if one is none."""
    return {file.stem: _read_figure(slug, file) for file in _files(slug, FIGURES)}


def _files(slug: str, folder: str) -> list[Path]:
    return sorted((folder_of(slug) / folder).glob("*.json"))


def _read_figure(slug: str, file: Path) -> PreparedFigure:
    data: Any = parse_json(file.read_bytes())
    position = _read(slug, file, data)
    part = data.get("part")
    if not (isinstance(part, str) and NAME.fullmatch(part) and NAME.fullmatch(file.stem)):
        raise BadRecord("{file} is no prepared position.", file=file.name)
    return PreparedFigure(position, part)


def _read(slug: str, file: Path, data: Any) -> PreparedPosition:
    record = read_record(data, ALL_RULES)
    about, seat = data.get("about"), data.get("seat")
    seated = type(seat) is int and 0 <= seat < record.seats
    if record.rules.game.slug != slug or not isinstance(about, str) or not (seated or seat is None):
        raise BadRecord("{file} is no prepared position.", file=file.name)
    return PreparedPosition(slug, file.stem, about, seat, record)
