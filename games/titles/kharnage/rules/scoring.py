"""Points at the end of a round, and the end of the game (spec: Play)."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from games.engine.contract import Happening, Outcome, places_by

if TYPE_CHECKING:
    from games.titles.kharnage.rules.position import Kharnage

POINTS = (5, 3, 1)
"""For most cards destroyed in a round, second and third."""
ROUNDS = 4


def initiative(position: Kharnage, seat: int) -> float:
    """A seat without a strategy card ranks last in ties (spec: Play)."""
    plan = position.plans[seat]
    return inf if plan is None else plan.initiative


def end_round(position: Kharnage, told: list[Happening]) -> None:
    """Score, then the next round or the end."""
    destroyed = [len(cards) for cards in position.kills]
    gained = _gains(position, destroyed)
    position.points = [had + new for had, new in zip(position.points, gained, strict=True)]
    # Destroyed cards leave the game.
    position.kills = [[] for _ in range(position.seats)]
    told.append(
        Happening("scored", {"round": position.round, "destroyed": destroyed, "points": gained})
    )
    # When nobody has a strategy card the game is over (spec: Play).
    if position.round == ROUNDS or not any(position.hands):
        told.append(_end(position))
    else:
        position.round += 1
        position.phase = "plan"
        position.plans = [None] * position.seats
        told.append(Happening("round", {"round": position.round}))


def _gains(position: Kharnage, destroyed: list[int]) -> list[int]:
    """Most cards destroyed 5, second 3, third 1; ties: lower initiative of this round's cards."""
    ranked = sorted(
        range(position.seats), key=lambda seat: (-destroyed[seat], initiative(position, seat))
    )
    gained = [0] * position.seats
    for points, seat in zip(POINTS, ranked, strict=False):
        # None destroyed: no points (spec: Play).
        gained[seat] = points if destroyed[seat] else 0
    return gained


def _end(position: Kharnage) -> Happening:
    """`round` and `plans` stay as they are, `turn` is null."""
    position.phase = "over"
    seats = range(position.seats)
    scores = tuple(position.points[seat] + position.kharnage[seat] for seat in seats)
    # Ties: more kharnage tokens, more cards now in its lines, lower last initiative.
    places = places_by(
        [
            (
                scores[seat],
                position.kharnage[seat],
                position.sizes[seat],
                -initiative(position, seat),
            )
            for seat in seats
        ]
    )
    position.ended = Outcome(scores, places, "rounds")
    return Happening("over", dict(position.ended.dump()))
