"""The view of a seat, and positions that the seat can't tell apart (spec: Hidden from a viewer)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from games.engine.piles import seen_by, without
from games.titles.babel.rules import duty, shapes
from games.titles.babel.rules.cards import TEMPLE_CARDS, TRIBE_CARDS

if TYPE_CHECKING:
    from games.engine.contract import Options, View
    from games.titles.babel.rules.position import Babel


def view(position: Babel, seat: int | None) -> shapes.View:
    """Return the open table and the seat's own hand.

    A view differs from a position. Other hands and the decks are sizes. `known` lists the temple
    cards on top of the deck that both seats have seen (bottom → top). `totals` has the sum of each
    seat's heights.
    """
    return {
        "turn": position.turn,
        "phase": position.phase,
        "due": position.due,
        "migrated": position.migrated,
        "end_phase": position.end_phase,
        "duty": list(position.duty),
        "stones": list(position.stones),
        "hands": seen_by(seat, position.hands),
        "rows": [list(row) for row in position.rows],
        "sites": position.dump_sites(),
        "totals": list(position.totals),
        "temple_deck": len(position.temple_deck),
        "known": position.known_temples(),
        "tribe_deck": len(position.tribe_deck),
        "tribe_discard": list(position.tribe_discard),
    }


def open_table(rules: type[Babel], view: View, options: Options) -> Babel:
    """Return a position with everything that a view shows; hidden hands and decks are empty."""
    position = rules(len(view["hands"]), options)
    for key in ("turn", "phase", "due", "migrated", "end_phase"):
        setattr(position, key, view[key])
    for key in ("duty", "stones", "totals", "tribe_discard"):
        setattr(position, key, list(view[key]))
    position.hands = [list(hand) if isinstance(hand, list) else [] for hand in view["hands"]]
    position.rows = [list(row) for row in view["rows"]]
    for site, held in view["sites"].items():
        for seat in range(position.seats):
            position.tribes[seat][site] = list(held["tribes"][seat])
            position.temples[seat][site] = list(held["temples"][seat])
    position.known = len(view["known"])
    position.temple_deck = list(view["known"])
    return position


def resample(position: Babel, seat: int | None, rng: Random) -> None:
    """Draw again all that the seat cannot know: other hands and the order of both decks."""
    known = position.known_temples()
    unknown = without(TEMPLE_CARDS, position.open_temples() + known)
    position.temple_deck = rng.sample(unknown, len(position.temple_deck) - len(known)) + known
    own = position.hands[seat] if seat is not None else []
    _resample_tribes(position, seat, without(TRIBE_CARDS, own + position.open_tribes()), rng)
    asked = position.turn
    while asked != seat and position.duty[asked] and not duty.is_possible(position, asked):
        # A seat that owes its first-turn build holds a hand that can do it.
        _resample_tribes(position, seat, without(TRIBE_CARDS, own + position.open_tribes()), rng)


def _resample_tribes(position: Babel, seat: int | None, unknown: list[str], rng: Random) -> None:
    rng.shuffle(unknown)
    for other in range(position.seats):
        if other != seat:
            position.hands[other] = [unknown.pop() for _ in position.hands[other]]
    position.tribe_deck = [unknown.pop() for _ in position.tribe_deck]
