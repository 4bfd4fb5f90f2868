"""Which cards of the columns have just arrived or been turned over, and where they came from."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import Happening, Json

Places = dict[tuple[int, int], str]
"""(column, index) → the element a card travels from, or nothing where it only turned over."""


def arrivals(fresh: Sequence[Happening], columns: Sequence[Json], me: int | None) -> Places:
    """What the newest step did to the cards that are there now."""
    places: Places = {}
    if any(happening.kind == "round-ended" for happening in fresh):
        return places
    for kind, facts, _to in fresh:
        seat, at = facts.get("seat", -1), facts.get("column", -1)
        head = f"#seat-{seat}-head"
        if kind == "placed":
            index = _last(columns[at], seat, up=False, cloaked=False)
            card = None if index is None else columns[at]["cards"][index]["card"]
            # From my hand, where I saw it, or from another's side of the table.
            came = f"#hand-{card}" if seat == me and card is not None else head
        elif kind == "explored":
            came, at = f"#lane-{at}-head", facts["to"]
            index = _last(columns[at], seat, up=False, cloaked=False)
        elif kind == "uncovered":
            index, came = _last(columns[at], seat, up=True, card=facts["card"]), ""
        elif kind == "hid":
            index, came = _last(columns[at], seat, cloaked=True), head
        else:
            continue
        if index is not None:
            places[at, index] = came
    return places


def _last(column: Json, seat: int, **wanted: object) -> int | None:
    """The index of the last card of a seat that is like this."""
    wanted["seat"] = seat
    cards = column["cards"]
    found = (i for i in reversed(range(len(cards))) if wanted.items() <= cards[i].items())
    return next(found, None)
