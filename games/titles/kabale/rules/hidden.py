"""What a seat may know, and positions it cannot tell apart (spec: Hidden from a viewer)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from games.engine.piles import seen_by, without
from games.titles.kabale.rules import shapes
from games.titles.kabale.rules.cards import GOALS
from games.titles.kabale.rules.table import Laid

if TYPE_CHECKING:
    from games.titles.kabale.rules.position import Kabale


def view(position: Kabale, seat: int | None) -> shapes.View:
    """The open table and the seat's own secrets.

    Like a position, but: `hands` holds other seats' sizes in place of their cards, `stacks` and
    `goals` sizes only, and a face-down card of another seat is null.
    """
    return {
        "round": position.round,
        "phase": position.phase,
        "turn": position.turn,
        "pending": position.dump_pending(),
        "columns": [
            {
                "goal": list(column.goal),
                "storm": column.storm,
                "cards": [_view_laid(laid, seat) for laid in column.cards],
            }
            for column in position.columns
        ],
        "hands": seen_by(seat, position.hands),
        "stacks": [len(stack) for stack in position.stacks],
        # Discards are open, and so are won goals: every award was seen by all.
        "discards": [list(pile) for pile in position.discards],
        "goals": len(position.goals),
        "won": [[list(goal) for goal in goals] for goals in position.won],
    }


def _view_laid(laid: Laid, seat: int | None) -> shapes.SeenLaid:
    card = laid.card if laid.up or laid.seat == seat else None
    return {"seat": laid.seat, "card": card, "up": laid.up, "cloaked": laid.cloaked}


def imagine(position: Kabale, seat: int | None, rng: Random) -> None:
    """Draw anew all that the seat cannot know: every hidden card, and the goals to come."""
    for other in range(position.seats):
        if other == seat:
            # Its own stack is known as a set, not in its order.
            rng.shuffle(position.stacks[other])
        else:
            _redeal(position, other, rng)
    # Any goal not seen yet may come, also those left in the box.
    unseen = without(GOALS, position.known_goals())
    position.goals = rng.sample(unseen, len(position.goals))


def _redeal(position: Kabale, owner: int, rng: Random) -> None:
    """The hand, the stack and the face-down cards of a seat, shuffled together.

    Each seat has the same 25 cards: what is not open of them lies in these places.
    """
    face_down = [
        (column.cards, i)
        for column in position.columns
        for i, laid in enumerate(column.cards)
        if laid.seat == owner and not laid.up
    ]
    pool = [*position.hands[owner], *position.stacks[owner]]
    pool += [cards[i].card for cards, i in face_down]
    rng.shuffle(pool)
    for cards, i in face_down:
        cards[i] = Laid(owner, pool.pop(), up=False, cloaked=cards[i].cloaked)
    size = len(position.hands[owner])
    position.hands[owner] = pool[:size]
    position.stacks[owner] = pool[size:]
