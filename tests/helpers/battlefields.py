"""Positions of Kharnage from random games, and the moves that a page offers there."""

from __future__ import annotations

import json
from functools import cache
from html.parser import HTMLParser
from typing import Any

from games.engine.contract import Json
from tests.games.titles.kharnage.rules.tables import random_moves

PHASES = ("plan", "reinforce", "target", "destroy", "magic", "throw", "web", "cheer")
GAMES = 24


@cache
def reached(seats: int) -> dict[str, str]:
    """Return a position of every phase, as JSON, from games with manual cheers."""
    found: dict[str, str] = {}
    for number in range(GAMES):
        for position, _seat, _move, _chance in random_moves(number, seats, cheer="manual"):
            # In the first round there are few units yet.
            if position.phase not in found and (position.round > 1 or number > GAMES // 2):
                found[position.phase] = json.dumps(position.dump())
        if len(found) == len(PHASES):
            return found
    raise AssertionError(f"never seen: {set(PHASES) - set(found)}")


def position_at(phase: str, seats: int = 4) -> Json:
    """Return a position of this phase."""
    position: Json = json.loads(reached(seats)[phase])
    return position


class Offered(HTMLParser):
    """The moves that a page offers: its buttons, combined with its radio buttons."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.buttons: list[Json] = []
        self.radios: dict[str, list[str]] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("form") != "move-form" or given.get("value") is None:
            return
        name, value = given["name"] or "", given["value"] or ""
        if tag == "button" and name == "move":
            self.buttons.append(json.loads(value))
        elif tag == "input" and name != "turn_token":
            self.radios.setdefault(name, []).append(value)

    @property
    def moves(self) -> list[Json]:
        """Every move that can be sent; a button's own fields win over those of the radios."""
        sent: list[Json] = [*self.buttons]
        for name, values in self.radios.items():
            sent = [{name: value, **button} for button in sent for value in values]
        return [
            {name: value for name, value in move.items() if value is not None or name == "general"}
            for move in sent
        ]


def key(move: Json) -> str:
    """Return the same key for equal moves; a missing target equals null."""
    written: dict[str, Any] = dict(move)
    if written["type"] == "web":
        written.setdefault("target", None)
    return json.dumps(written, sort_keys=True)
