"""What a seat may know, and positions it cannot tell apart (spec: Hidden from a viewer)."""

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
    """The open table and the seat's own hand.

    Like a position, but: `hands` holds other seats' sizes in place of their cards, the decks are
    sizes, `known` lists the temple cards on top of their deck that all have seen (bottom → top),
    and `totals` are the sums of each seat's heights.
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
    """A position with all that a view shows; the hands and decks that it hides are empty."""
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


def imagine(position: Babel, seat: int | None, rng: Random) -> None:
    """Draw anew all that the seat cannot know: other hands and the order of both decks."""
    known = position.known_temples()
    unknown = without(TEMPLE_CARDS, position.open_temples() + known)
    position.temple_deck = rng.sample(unknown, len(position.temple_deck) - len(known)) + known
    own = position.hands[seat] if seat is not None else []
    _imagine_tribes(position, seat, without(TRIBE_CARDS, own + position.open_tribes()), rng)
    asked = position.turn
    while asked != seat and position.duty[asked] and not duty.is_possible(position, asked):
        # Somebody who owes his first-turn build holds a hand that can do it.
        _imagine_tribes(position, seat, without(TRIBE_CARDS, own + position.open_tribes()), rng)


def _imagine_tribes(position: Babel, seat: int | None, unknown: list[str], rng: Random) -> None:
    rng.shuffle(unknown)
    for other in range(position.seats):
        if other != seat:
            position.hands[other] = [unknown.pop() for _ in position.hands[other]]
    position.tribe_deck = [unknown.pop() for _ in position.tribe_deck]
