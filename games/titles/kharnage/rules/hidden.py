"""Views of seats, and positions a seat cannot tell apart (spec: Hidden from a viewer)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from games.engine.chance import SEED_BYTES, Chance
from games.titles.kharnage.rules import shapes
from games.titles.kharnage.rules.cards import ids

if TYPE_CHECKING:
    from games.engine.contract import Options, View
    from games.titles.kharnage.rules.position import Kharnage


def view(position: Kharnage, seat: int | None) -> shapes.View:
    """Return the open table and the seat's own plan.

    It is like a position, except that reserves and piles are sizes (no seat has seen their order),
    other seats' plans are null until all are in, and `planned` says which seats have chosen. Hands
    of strategies and generals are open, as all players know which cards have been used.
    """
    shown = position.phase != "plan"
    return {
        "round": position.round,
        "phase": position.phase,
        "turn": position.turn,
        "armies": [army.id for army in position.armies],
        "hands": [ids(hand) for hand in position.hands],
        "generals": [ids(cards) for cards in position.generals],
        "plans": [
            plan.id if plan is not None and (shown or owner == seat) else None
            for owner, plan in enumerate(position.plans)
        ],
        "planned": [plan is not None for plan in position.plans],
        "lines": position.dump_lines(),
        "reserves": [len(cards) for cards in position.reserves],
        "piles": [len(cards) for cards in position.piles],
        "kills": [ids(cards) for cards in position.kills],
        "points": list(position.points),
        "kharnage": list(position.kharnage),
        "pending": position.dump_pending(),
    }


def open_table(rules: type[Kharnage], view: View, options: Options) -> Kharnage:
    """Return a position with all that a view shows; hidden reserves, piles and plans are empty."""
    hiding = ("planned", "reserves", "piles")
    given = {key: value for key, value in view.items() if key not in hiding}
    return rules.load(given, len(view["hands"]), options, Chance(bytes(SEED_BYTES), 0))


def resample(position: Kharnage, seat: int | None, rng: Random) -> None:
    """Redraw all that the seat cannot know: plans, and the face-down cards."""
    if position.phase == "plan":
        for other in range(position.seats):
            if other != seat and position.plans[other] is not None:
                position.plans[other] = rng.choice(position.hands[other])
    for owner in range(position.seats):
        # All seats have seen the cards that left reserves and piles, and generals put on piles.
        pile, reserve = position.piles[owner], position.reserves[owner]
        unknown = [card for card in (*reserve, *pile) if not card.is_general]
        rng.shuffle(unknown)
        position.piles[owner] = [card if card.is_general else unknown.pop() for card in pile]
        position.reserves[owner] = unknown
