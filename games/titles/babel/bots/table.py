"""The table as a seat sees it, made into a position on which its turn can be played through."""

from __future__ import annotations

from games.engine.chance import Chance
from games.engine.contract import Move, Options, View
from games.titles.babel.rules.cards import SITES
from games.titles.babel.rules.position import Babel

NO_CHANCE = Chance(bytes(32), 0)
"""Nothing that is played through here draws a card."""

UNKNOWN_CARD, UNKNOWN_LEVEL = "unknown", 0


def table_of(view: View, options: Options) -> Babel:
    """The view as a position: what it does not tell lies face down, as cards of no kind."""
    position = Babel(2, options)
    position.turn = view["turn"]
    position.phase = view["phase"]
    position.due = view["due"]
    position.migrated = view["migrated"]
    position.end_phase = view["end_phase"]
    position.duty = list(view["duty"])
    position.stones = list(view["stones"])
    position.hands = [
        [UNKNOWN_CARD] * hand if isinstance(hand, int) else list(hand) for hand in view["hands"]
    ]
    position.rows = [list(row) for row in view["rows"]]
    position.totals = list(view["totals"])
    for site in SITES:
        held = view["sites"][site]
        for seat in (0, 1):
            position.tribes[seat][site] = list(held["tribes"][seat])
            position.temples[seat][site] = list(held["temples"][seat])
    position.known = len(view["known"])
    unknown = view["temple_deck"] - position.known
    position.temple_deck = [UNKNOWN_LEVEL] * unknown + view["known"]
    position.tribe_discard = list(view["tribe_discard"])
    return position


def after(position: Babel, seat: int, move: Move) -> Babel:
    """The position after an action of the seat; a halved hand has been halved already."""
    then = position.clone()
    then.apply(seat, move, NO_CHANCE)
    if then.phase == "halve":
        del then.hands[1 - seat][: then.due]
        then.phase, then.due = "actions", 0
    return then
