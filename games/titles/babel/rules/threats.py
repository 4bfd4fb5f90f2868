"""The builds and powers with which a seat would win the match at once (spec: Turn; End)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.engine.chance import SEED_BYTES, Chance
from games.engine.contract import Options, View
from games.titles.babel.rules import actions, hidden
from games.titles.babel.rules.cards import SITES
from games.titles.babel.rules.moves import BUILD, HALVE, Build, Power
from games.titles.babel.rules.position import Babel


class Win(NamedTuple):
    """A seat, a site, and the move with which it wins the match there."""

    seat: int
    site: str
    move: Build | Power


def threats(view: View, options: Options) -> list[Win]:
    """Return the builds and powers that win the match for a seat in its current or next turn.

    They win alone, at the site of its stone or after one journey, with the cards on the table.
    """
    if view["phase"] == "over":
        return []
    known = hidden.open_table(Babel, view, options)
    return [
        Win(seat, site, move)
        for seat in range(known.seats)
        for site in SITES
        if _reaches(view, seat, site)
        for move in _winning(known, seat, site)
    ]


def _reaches(view: View, seat: int, site: str) -> bool:
    """Return whether the stone is at a site, or may travel there."""
    hand = view["hands"][seat]
    if view["stones"][seat] == site or view["turn"] != seat:
        # The next turn begins with new cards, which may be of any tribe.
        return True
    return site in hand if isinstance(hand, list) else hand > 0


def _winning(known: Babel, seat: int, site: str) -> Iterator[Build | Power]:
    there = known.clone()
    there.turn, there.phase, there.due = seat, "actions", 0
    there.stones[seat] = site
    builds = [BUILD[row] for row in (0, 1) if actions.may_build(there, seat, row, step=1)]
    powers = actions.legal_powers(there, seat, site)
    for move in (*builds, *powers):
        if not isinstance(move, Build | Power) or (isinstance(move, Power) and move.power == HALVE):
            continue
        after = there.clone()
        # Neither a build nor a power of these draws a card, so any chance will do.
        after.apply(seat, move, Chance(bytes(SEED_BYTES), 0))
        if after.ended is not None and after.ended.places[seat] < after.ended.places[1 - seat]:
            yield move
