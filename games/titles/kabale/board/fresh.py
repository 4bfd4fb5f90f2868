"""Which cards of the columns have just arrived or been turned over, and where they came from."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import Happening, Json

Places = dict[tuple[int, int], str]
"""(column, index) → the element a card travels from, or nothing where it only turned over."""


def arrivals(fresh: Sequence[Happening], columns: Sequence[Json], me: int | None) -> Places:
    """What the newest step did to the cards that lie there now."""
    places: Places = {}
    if any(happening.kind == "round-ended" for happening in fresh):
        return places
    for kind, facts, _to in fresh:
        seat, at = facts.get("seat", -1), facts.get("column", -1)
        if kind == "placed":
            _note(places, columns, at, _face_down(columns[at], seat), _home(columns[at], seat, me))
        elif kind == "explored":
            to = facts["to"]
            _note(places, columns, to, _face_down(columns[to], seat), f"#lane-{at}-head")
        elif kind == "uncovered":
            _note(places, columns, at, _face_up(columns[at], seat, facts["card"]), "")
        elif kind == "hid":
            _note(places, columns, at, _hidden(columns[at], seat), f"#seat-{seat}-head")
    return places


def _note(places: Places, columns: Sequence[Json], at: int, index: int | None, came: str) -> None:
    if index is not None:
        places[at, index] = came


def _home(column: Json, seat: int, me: int | None) -> str:
    """A card is laid from my hand, where I saw it, or from another's side of the table."""
    index = _face_down(column, seat)
    card = None if index is None else column["cards"][index]["card"]
    return f"#hand-{card}" if seat == me and card is not None else f"#seat-{seat}-head"


def _face_down(column: Json, seat: int) -> int | None:
    """The last card of a seat that lies face down in the open."""
    cards = column["cards"]
    found = [
        i for i, c in enumerate(cards) if c["seat"] == seat and not c["up"] and not c["cloaked"]
    ]
    return found[-1] if found else None


def _face_up(column: Json, seat: int, card: str) -> int | None:
    found = [
        i
        for i, c in enumerate(column["cards"])
        if c["seat"] == seat and c["card"] == card and c["up"]
    ]
    return found[0] if found else None


def _hidden(column: Json, seat: int) -> int | None:
    found = [i for i, c in enumerate(column["cards"]) if c["seat"] == seat and c["cloaked"]]
    return found[-1] if found else None
