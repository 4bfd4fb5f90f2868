"""What a seat may know, and positions it cannot tell apart (spec: Hidden from a viewer)."""

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
    """The open table and the seat's own plan.

    Like a position, but: reserves and piles are sizes (nobody has seen their order), other
    seats' plans are null until all are in, and `planned` lists who has chosen. Hands of
    strategies and generals are open: everybody knows which cards have been used.
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
    """A position with all that a view shows; reserves, piles and plans that it hides are empty."""
    hiding = ("planned", "reserves", "piles")
    given = {key: value for key, value in view.items() if key not in hiding}
    return rules.load(given, len(view["hands"]), options, Chance(bytes(SEED_BYTES), 0))


def imagine(position: Kharnage, seat: int | None, rng: Random) -> None:
    """Draw anew all that the seat cannot know: plans, and what lies where face down."""
    if position.phase == "plan":
        for other in range(position.seats):
            if other != seat and position.plans[other] is not None:
                position.plans[other] = rng.choice(position.hands[other])
    for owner in range(position.seats):
        # All have seen which cards left a reserve and its pile, and where a general was placed.
        pile, reserve = position.piles[owner], position.reserves[owner]
        unknown = [card for card in (*reserve, *pile) if not card.is_general]
        rng.shuffle(unknown)
        position.piles[owner] = [card if card.is_general else unknown.pop() for card in pile]
        position.reserves[owner] = unknown
