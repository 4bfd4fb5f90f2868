"""Views of seats, and positions a seat cannot tell apart (spec: Hidden from a viewer)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from games.engine.piles import seen_by, without
from games.titles.kabale.rules import shapes
from games.titles.kabale.rules.cards import GOALS, UNKNOWN, Goal
from games.titles.kabale.rules.table import Column, Laid

if TYPE_CHECKING:
    from games.engine.contract import Options, View
    from games.titles.kabale.rules.position import Kabale


def view(position: Kabale, seat: int | None) -> shapes.View:
    """Return the open table and the seat's own secrets.

    It is like a position, except that `hands` has the sizes of other seats' hands, `stacks` and
    `goals` have only sizes, and a face-down card of another seat is null.
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


def open_table(rules: type[Kabale], view: View, options: Options) -> Kabale:
    """Return a position with all that a view shows.

    Hidden hands, stacks and goals are empty, and a face-down card of another seat is `UNKNOWN`.
    """
    position = rules(len(view["hands"]), options)
    position.round, position.phase, position.turn = view["round"], view["phase"], view["turn"]
    pending = view["pending"]
    position.pending = None if pending is None else (pending["seat"], pending["column"])
    position.columns = [
        Column(
            Goal(*column["goal"]),
            [_open_laid(laid) for laid in column["cards"]],
            column["storm"],
        )
        for column in view["columns"]
    ]
    position.hands = [list(hand) if isinstance(hand, list) else [] for hand in view["hands"]]
    position.discards = [list(pile) for pile in view["discards"]]
    position.won = [[Goal(*goal) for goal in goals] for goals in view["won"]]
    return position


def _open_laid(laid: shapes.SeenLaid) -> Laid:
    return Laid(laid["seat"], laid["card"] or UNKNOWN, laid["up"], laid["cloaked"])


def resample(position: Kabale, seat: int | None, rng: Random) -> None:
    """Redraw all that the seat cannot know: every hidden card, and the goals to come."""
    for other in range(position.seats):
        if other == seat:
            # A seat knows the cards of its own stack, not their order.
            rng.shuffle(position.stacks[other])
        else:
            _redeal(position, other, rng)
    # Any unseen goal may come, even one that is not in the game.
    unseen = without(GOALS, position.known_goals())
    position.goals = rng.sample(unseen, len(position.goals))


def _redeal(position: Kabale, owner: int, rng: Random) -> None:
    """Shuffle the hand, the stack and the face-down cards of a seat together.

    Each seat has the same 25 cards: those that are not open are in these places.
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
