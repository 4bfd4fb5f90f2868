"""Compare results of tables that had the same cards, as in duplicate bridge. Pure Python.

Only the same seat is compared: it had the same cards at every table. A seat's result is its
margin: its score less the average of the others' scores. Two scales are derived from margins:

- Matchpoints: 2 for each table where this seat had a lower margin, 1 for each equal one. The share
  of the most possible is given in per cent.
- IMPs: the difference to each other table, times the points of bridge that one point is worth in
  this game, by the table of the World Bridge Federation; then the average over these tables.

As in bridge, a result that does not come from play is adjusted: a player whose opponents left
before the end gets 60 %, or 3 IMPs; a player who left gets 0 %, and the fewest IMPs, at most −3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

LEAST_FOR_IMPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The least difference of points for 1 IMP, 2 IMPs and so on (Law 78B)."""
AVERAGE_PLUS = Fraction(60)
"""The per cent of a player who could not play on because others left."""
PLUS_IMPS = Fraction(3)


@dataclass(frozen=True)
class TableEnd:
    """The end of one table.

    Attributes:
        scores: By seat.
        places: By seat.
        left: The seats whose players left.
        complete: Whether it was played to the end of the rules, perhaps by bots for those who left.
    """

    scores: tuple[int, ...]
    places: tuple[int, ...]
    left: frozenset[int] = frozenset()
    complete: bool = True


@dataclass(frozen=True)
class Comparison:
    """The result of a seat at one table against the same seat at the others.

    Attributes:
        margin: None if there is no result that can be compared.
        matchpoints: None if there is none, or no other table to compare with.
        most: The most matchpoints possible.
        percent: None if there is nothing to compare with.
        imps: As for `percent`.
    """

    margin: Fraction | None
    matchpoints: int | None
    most: int
    percent: Fraction | None
    imps: Fraction | None


def imps(points: Fraction) -> int:
    """Return the International Match Points for a difference of points of bridge."""
    count = sum(least <= abs(points) for least in LEAST_FOR_IMPS)
    return count if points > 0 else -count


def margin_of(end: TableEnd, seat: int, *, by_places: bool = False) -> Fraction | None:
    """Return a seat's margin, or None if its player left, or the game was not played to its end.

    Args:
        end: The end of a table.
        seat: The seat.
        by_places: Whether the game has no scores: then its margin is the number of players behind
            the seat, less those ahead.
    """
    if not end.complete or seat in end.left:
        return None
    if by_places:
        own = end.places[seat]
        return Fraction(sum((place > own) - (place < own) for place in end.places))
    others = [score for other, score in enumerate(end.scores) if other != seat]
    return end.scores[seat] - Fraction(sum(others), len(others))


def compare(
    ends: Sequence[TableEnd | None], seat: int, *, worth: int, by_places: bool = False
) -> list[Comparison]:
    """Compare a seat's results at all tables of a deal.

    Args:
        ends: By table; None for a table without a result, such as one that was called off.
        seat: The seat.
        worth: The points of bridge that one point is worth.
        by_places: As for `margin_of`.

    Returns:
        By table.
    """
    margins = [None if end is None else margin_of(end, seat, by_places=by_places) for end in ends]
    played = [margin for margin in margins if margin is not None]
    real = [
        _compared(margin, _without(played, margin), worth)
        for margin in margins
        if margin is not None
    ]
    fewest = min((one.imps for one in real if one.imps is not None), default=-PLUS_IMPS)
    in_order = iter(real)
    compared = []
    for end, margin in zip(ends, margins, strict=True):
        if margin is not None:
            compared.append(next(in_order))
        elif end is None or not played:
            compared.append(Comparison(None, None, 0, None, None))
        elif seat in end.left:
            compared.append(Comparison(None, None, 0, Fraction(0), min(fewest, -PLUS_IMPS)))
        else:
            compared.append(Comparison(None, None, 0, AVERAGE_PLUS, PLUS_IMPS))
    return compared


def _without(margins: Sequence[Fraction], one: Fraction) -> list[Fraction]:
    """Return the margins of the other tables."""
    others = list(margins)
    others.remove(one)
    return others


def _compared(margin: Fraction, others: Sequence[Fraction], worth: int) -> Comparison:
    most = 2 * len(others)
    if not others:
        return Comparison(margin, None, most, None, None)
    points = sum(2 * (margin > other) + (margin == other) for other in others)
    swings = [imps((margin - other) * worth) for other in others]
    return Comparison(
        margin, points, most, Fraction(100 * points, most), Fraction(sum(swings), len(swings))
    )
