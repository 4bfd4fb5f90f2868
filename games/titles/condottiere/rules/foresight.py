"""Predict the result of a move in a battle, from a view only (spec: Play).

The rules carry the move out on a position made from the view. Hands that the viewer can't see hold
the same number of some card: their size decides which seats can go on, and no prediction depends on
their cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.engine.chance import SEED_BYTES, Chance
from games.engine.contract import Json, Move, Options, View
from games.titles.condottiere.rules import hidden
from games.titles.condottiere.rules.cards import strengths, strongest
from games.titles.condottiere.rules.position import Condottiere

STAND_IN = "m1"


@dataclass(frozen=True)
class Prospect:
    """The table after a move in a battle."""

    strengths: tuple[int, ...]
    """By seat: the strength of its army then, or at the end of the battle if the move ends it."""
    leader: int | None
    """The only strongest seat then; after a battle the seat that took or held the city."""
    ended: Json | None = None
    """The facts of the end of the battle, if the move ends it."""
    wins: bool = False
    """Whether the leader then unites a kingdom."""


def foresee(view: View, options: Options, seat: int, moves: Iterable[Move]) -> dict[Move, Prospect]:
    """Predict the result of each of a seat's legal moves in the current battle."""
    known = _position_of(view, options)
    return {move: _prospect(known.clone(), seat, move) for move in moves}


def _prospect(position: Condottiere, seat: int, move: Move) -> Prospect:
    # The prediction leaves out what is dealt after a battle, so any chance will do.
    effects = position.apply(seat, move, Chance(bytes(SEED_BYTES), 0))
    kinds = {effect.kind: effect.facts for effect in effects}
    ended = kinds.get("battle-ended")
    if ended is not None:
        return Prospect(tuple(ended["strengths"]), ended["winner"], ended, "kingdom" in kinds)
    by_seat = strengths(position.armies)
    return Prospect(tuple(by_seat), strongest(by_seat))


def _position_of(view: View, options: Options) -> Condottiere:
    """Return a position with the battle and the sizes of hands of the view."""
    position = hidden.open_table(Condottiere, view, options)
    for seat, hand in enumerate(view["hands"]):
        if not isinstance(hand, list):
            position.hands[seat] = [STAND_IN] * hand
    return position
