"""Prepared positions of a game to look at, rare or crowded, and figures of its rules.

A title has them in `positions/<name>.json`. Each is a record (records: Records and the referee)
that usually begins in a `position` and ends, after its `moves` if any, in the position to show. It
also has `about`, a description, and `seat`, the viewer or null for the public.

Figures of the rules page have the same format in `figures/<name>.json`, plus the `part` to draw.
They are separate because browser tests do not need to try them as tables.
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
    """A prepared position and the record that leads to it."""

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
    """The template is `games/<slug>/figures/_<part>.html`."""


def prepared_positions(slug: str) -> list[PreparedPosition]:
    """Return all prepared positions of an installed game, sorted by name.

    Raises:
        BadRecord: A file is not a prepared position.
    """
    return [_read(slug, file, parse_json(file.read_bytes())) for file in _files(slug, FOLDER)]


def prepared_position(slug: str, name: str) -> PreparedPosition | None:
    """Return a prepared position; None if there is no such game or position."""
    if slug not in slugs():
        return None
    # The file is searched among existing ones, so a name cannot lead out of the folder.
    file = next((file for file in _files(slug, FOLDER) if file.stem == name), None)
    return None if file is None else _read(slug, file, parse_json(file.read_bytes()))


def prepared_figures(slug: str) -> dict[str, PreparedFigure]:
    """Return all figures of an installed game by name.

    Raises:
        BadRecord: A file is not a figure.
    """
    return {file.stem: _read_figure(slug, file) for file in _files(slug, FIGURES)}


def _files(slug: str, folder: str) -> list[Path]:
    return sorted((folder_of(slug) / folder).glob("*.json"))


def _read_figure(slug: str, file: Path) -> PreparedFigure:
    data: Any = parse_json(file.read_bytes())
    position = _read(slug, file, data)
    part = data.get("part")
    if not (isinstance(part, str) and NAME.fullmatch(part) and NAME.fullmatch(file.stem)):
        raise BadRecord("{file} isn’t a prepared position.", file=file.name)
    return PreparedFigure(position, part)


def _read(slug: str, file: Path, data: Any) -> PreparedPosition:
    record = read_record(data, ALL_RULES)
    about, seat = data.get("about"), data.get("seat")
    seated = type(seat) is int and 0 <= seat < record.seats
    if record.rules.game.slug != slug or not isinstance(about, str) or not (seated or seat is None):
        raise BadRecord("{file} isn’t a prepared position.", file=file.name)
    return PreparedPosition(slug, file.stem, about, seat, record)
