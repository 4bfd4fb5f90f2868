"""What a move in a battle comes to, told before it is made, from a view alone (spec: Play).

The rules themselves carry the move out, on a position made of what the viewer knows. Hands that the
viewer cannot see are stood in for by as many cards of one kind: who may go on hangs on their sizes
alone, and nothing that is told here on what they are.
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
    """By seat: what its army is worth then, or was worth when the move ended the battle."""
    leader: int | None
    """The only strongest seat then; after a battle whoever took or held the city."""
    ended: Json | None = None
    """The facts of the end of the battle, where the move ends it."""
    wins: bool = False
    """Whether the leader has then united a kingdom."""


def foresee(view: View, options: Options, seat: int, moves: Iterable[Move]) -> dict[Move, Prospect]:
    """What each of these legal moves of a seat comes to in the battle that is on."""
    known = _position_of(view, options)
    return {move: _prospect(known.clone(), seat, move) for move in moves}


def _prospect(position: Condottiere, seat: int, move: Move) -> Prospect:
    # What is dealt after a battle is no part of the answer: any chance will do.
    happenings = position.apply(seat, move, Chance(bytes(SEED_BYTES), 0))
    kinds = {happening.kind: happening.facts for happening in happenings}
    ended = kinds.get("battle-ended")
    if ended is not None:
        return Prospect(tuple(ended["strengths"]), ended["winner"], ended, "kingdom" in kinds)
    by_seat = strengths(position.armies)
    return Prospect(tuple(by_seat), strongest(by_seat))


def _position_of(view: View, options: Options) -> Condottiere:
    """A position that has the battle and the hands' sizes of the view."""
    position = hidden.open_table(Condottiere, view, options)
    for seat, hand in enumerate(view["hands"]):
        if not isinstance(hand, list):
            position.hands[seat] = [STAND_IN] * hand
    return position
