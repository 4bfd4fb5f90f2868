"""Who sits where: for two by balance and alternation, at larger tables in rotation."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

from games.tournaments.rounds.history import History, lot

MILD, STRONG, ABSOLUTE = 1, 2, 3


class Due(NamedTuple):
    """The seat that a player of two is due, and how much.

    Attributes:
        seat: 0 for the first, 1 for the second, None for no preference.
        strength: MILD to alternate, STRONG if one seat came once more often than the other,
            ABSOLUTE if twice more, or if the last two seats were the same.
    """

    seat: int | None
    strength: int


def due(history: History, entrant: int) -> Due:
    """Return the seat that a player is due at a table of two."""
    seats = [score.seat for score in history.seats(entrant) if score.seat is not None]
    if not seats:
        return Due(None, 0)
    seconds_more = sum(1 if seat else -1 for seat in seats)
    if abs(seconds_more) > 1:
        return Due(int(seconds_more < 0), ABSOLUTE)
    if len(seats) > 1 and seats[-1] == seats[-2]:
        return Due(1 - seats[-1], ABSOLUTE)
    if seconds_more:
        return Due(int(seconds_more < 0), STRONG)
    return Due(1 - seats[-1], MILD)


def seat_two(history: History, seed: int, better: int, other: int) -> tuple[int, int]:
    """Return two players in the order of their seats.

    The player who is due a seat more strongly gets it. If both are due the same, the player gets it
    who had the other one in the last round in which their seats differed; else the better one.
    Without any history lots decide.
    """
    mine, yours = due(history, better), due(history, other)
    if mine.seat is None and yours.seat is None:
        first = lot(seed, better) < lot(seed, other)
    elif mine.seat != yours.seat or mine.strength != yours.strength:
        first = mine.seat == 0 if mine.strength >= yours.strength else yours.seat == 1
    else:
        mine_before = [score.seat for score in history.seats(better)]
        yours_before = [score.seat for score in history.seats(other)]
        differed = next(
            (
                (one, two)
                for one, two in zip(reversed(mine_before), reversed(yours_before), strict=False)
                if one != two
            ),
            None,
        )
        first = mine.seat == 0 if differed is None else differed[0] == 1
    return (better, other) if first else (other, better)


def seat_table(history: History, seed: int, table: Sequence[int]) -> tuple[int, ...]:
    """Return a table's players in the order of their seats: each where they sat least.

    The cost of a seat is 3·n², if a player sat there n times, and 1 more if they sat there last.
    The order with the smallest sum is taken; lots decide among equals.
    """
    if len(table) == 2:
        return seat_two(history, seed, table[0], table[1])
    players = sorted(table, key=lambda one: lot(seed + history.last, one))
    costs = []
    for player in players:
        seats = [score.seat for score in history.seats(player)]
        costs.append(
            [3 * seats.count(seat) ** 2 + (seats[-1:] == [seat]) for seat in range(len(players))]
        )
    best = min(
        permutations(range(len(players))),
        key=lambda order: sum(costs[player][seat] for seat, player in enumerate(order)),
    )
    return tuple(players[player] for player in best)
