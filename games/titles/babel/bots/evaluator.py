"""What counts at the beginning of a turn, for the evaluator of the judge."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from games.engine.contract import Effect
from games.engine.evaluator import Evaluator
from games.titles.babel.bots.sites import LETTERS
from games.titles.babel.bots.turn import Turn, turn_of
from games.titles.babel.bots.worth import hand_worth, nearness
from games.titles.babel.rules.position import TEMPLE_CARDS_DRAWN, Babel

LATE, LATER = 6, 3
"""The early stage has more turns to come than `LATE`, the late one more than `LATER`."""


def stage(table: Babel, effects: Sequence[Effect]) -> str | None:
    """Return how far the game is where a turn begins; None within a turn."""
    if table.ended is not None or all(effect.kind != "turn" for effect in effects):
        return None
    left = -(-len(table.temple_deck) // TEMPLE_CARDS_DRAWN)
    found = "early" if left > LATE else "late" if left > LATER else f"{left} turns to come"
    return f"end phase, {found}" if table.end_phase else found


def features(table: Babel, effects: Sequence[Effect]) -> Sequence[Sequence[float]]:
    """Return what counts for each seat."""
    found = []
    for seat in range(table.seats):
        turn = turn_of(table.view(seat), seat)
        found.append([*_of_sites(turn), *_of_seat(table, seat, turn)])
    return found


def _of_sites(turn: Turn) -> list[float]:
    """Return the worth of the settled cards, and of the runs at the stone and elsewhere."""
    settled = here = elsewhere = 0.0
    for place, (own, mine, _theirs, _level, _wanting) in enumerate(turn.prospects):
        settled += own
        if turn.stone == place or LETTERS[place] in turn.hand:
            here += mine
        else:
            elsewhere += mine
    return [settled, here, elsewhere]


def _of_seat(table: Babel, seat: int, turn: Turn) -> list[float]:
    """Return what the total, the hand and the turn are worth."""
    moves = table.turn == seat
    near = nearness(turn.mine, turn.theirs, turn.end_phase)
    return [
        float(turn.mine),
        near,
        near if moves else 0.0,
        hand_worth(turn.hand),
        float(len(turn.hand)),
        float(moves),
        float(turn.rows[seat][-1]) if turn.rows[seat] and moves else 0.0,
    ]


EVALUATOR = Evaluator(stage, features, Path(__file__).parents[1] / "evaluator.json", points=2)
