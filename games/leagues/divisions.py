"""Divisions, schedules and standings of a season, and who goes up and down. Pure Python.

    sizes(11, most=6)  # [6, 5]
    seeded([[1, 2, 3, 4], [5, 6, 7, 8]], moving=1)  # [1, 2, 3, 5, 4, 6, 7, 8]

The order of rounds and the points are those of round robins in tournaments.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from games.tournaments.rounds import Entrant, Format, Plan, Result, Standing, standings
from games.tournaments.rounds.round_robin import cycle_length, scheduled

LEAST = 4
"""The fewest players of a division, and of a season."""


@dataclass(frozen=True)
class Meeting:
    """Two players of a division who meet in a round; points are halves, None before the end.

    Attributes:
        round: The round.
        first: A player.
        second: The other one.
        points: The points of both in half points.
        absent: The players who did not play.
    """

    round: int
    first: int
    second: int
    points: tuple[int, int] | None = None
    absent: frozenset[int] = frozenset()


def sizes(players: int, most: int) -> list[int]:
    """Return the sizes of divisions, which differ by one at most, the larger ones first.

    Each has at least four players; so it may have a few more than `most`.
    """
    count = -(-players // most)
    if players // max(1, count) < LEAST:
        count = max(1, players // LEAST)
    share, rest = divmod(players, count)
    return [share + (number < rest) for number in range(count)]


def divided(order: Sequence[int], most: int) -> list[list[int]]:
    """Return the divisions of players in their order, the best first."""
    found, at = [], 0
    for size in sizes(len(order), most):
        found.append(list(order[at : at + size]))
        at += size
    return found


def meetings(players: Collection[int], seed: int) -> list[Meeting]:
    """Return the pairs of each round of a division."""
    entrants = [Entrant(player, 0) for player in players]
    plan = _plan(len(entrants), seed)
    return [
        Meeting(number, one, other)
        for number in range(1, plan.rounds + 1)
        for one, other in scheduled(plan, entrants, number)
        if one is not None and other is not None
    ]


def table(entrants: Sequence[Entrant], met: Iterable[Meeting], seed: int) -> list[Standing]:
    """Return the standings of a division, the first place first."""
    results = [
        Result(one.round, (one.first, one.second), _places(one.points), one.absent) for one in met
    ]
    return list(standings(_plan(len(entrants), seed), entrants, results, []))


def seeded(divisions: Sequence[Sequence[int]], moving: int) -> list[int]:
    """Return the order for the next season from the final order in each division.

    The best of a division change places with the last of the one above. Few players move less.
    """
    parts = [list(division) for division in divisions]
    order: list[int] = []
    relegated: list[int] = []
    for number, division in enumerate(parts):
        up = min(moving, len(division) // 2) if number else 0
        down = min(moving, len(division) // 2) if number + 1 < len(parts) else 0
        if number:
            # The relegated of the division above stand before those who stay here.
            order += relegated
        order += division[up : len(division) - down]
        relegated = division[len(division) - down :] if down else []
        if number + 1 < len(parts):
            below = parts[number + 1]
            order += below[: min(moving, len(below) // 2)]
    return order


def _plan(players: int, seed: int) -> Plan:
    return Plan(Format.ROUND_ROBIN, size=2, rounds=cycle_length(players), seed=seed)


def _places(points: tuple[int, int] | None) -> tuple[int, int] | None:
    if points is None:
        return None
    first, second = points
    return (1 + (second > first), 1 + (first > second))
