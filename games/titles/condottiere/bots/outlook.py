"""The chance of a seat to win from a position between two battles, with all hands known.

The weights come from a logistic regression over games of `normal` against itself, with two and
with four seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from games.titles.condottiere.bots.map import map_of
from games.titles.condottiere.bots.table import PRICES, price_of
from games.titles.condottiere.rules.cards import DECK
from games.titles.condottiere.rules.position import Condottiere

USUAL_PRICE = sum(PRICES[card] for card in DECK) / len(DECK)


class Weights(NamedTuple):
    """The weights of the measures, most of them differences to the mean of the other seats."""

    start: float
    """The constant: 0 gives each seat an equal chance."""
    standing: float
    """The weight of `Map.standing`."""
    cities: float
    share: float
    """The weight of the seat's part in the price of all hands, less an equal part."""
    at_stake: float
    """The weight of that part times the usual worth of a battle of this round."""
    price: float
    cards: float
    scarecrows: float
    """With two seats, scarecrows delay the end of the round and the win of the better hand."""
    pawn: float


OF_TWO = Weights(0.0, 0.027, 0.446, 1.891, 0.1012, 0.0144, 0.0, -0.169, 0.159)
OF_HARD = Weights(0.0, 0.0243, 0.730, 7.11, 0.0441, 0.0043, 0.0, -0.076, 0.219)
"""With two seats, from games of `hard` against itself."""
OF_MORE = Weights(0.0, 0.0205, 0.14, 0.0, 0.0529, 0.0217, 0.114, 0.0, 0.171)


def chance_of(table: Condottiere, seat: int, dealt: bool, weights: Weights | None = None) -> float:
    """Estimate a seat's chance to win from a position between two battles.

    It is quick and rough, made to compare the results of moves.

    Args:
        table: The position, with all hands.
        seat: The seat.
        dealt: Whether the hands are new, so that only their sizes count.
        weights: The weights of the measures; if None, those from games of `normal`.
    """
    seats, hands = table.seats, table.hands
    taking = bool(table.options["taking_cities"])
    board = map_of(tuple(table.cities.items()), seats, table.group_needed(), taking)
    prices = prices_of(table, dealt)
    share = prices[seat] / (sum(prices) or 1) - 1 / seats
    weights = weights or (OF_TWO if seats == 2 else OF_MORE)
    x = (
        weights.standing * board.standing(seat)
        + weights.cities * _ahead([held.bit_count() for held in board.held], seat)
        + weights.share * share
        + weights.at_stake * share * board.usual_stake(seat)
        + weights.price * _ahead(prices, seat)
        + weights.cards * _ahead(list(map(len, hands)), seat)
        + weights.pawn * ((table.holder == seat) - 1 / seats)
    )
    if weights.scarecrows and not dealt:
        x += weights.scarecrows * _ahead([hand.count("scarecrow") for hand in hands], seat)
    return 1 / (1 + (seats - 1) * exp(-x))


def prices_of(table: Condottiere, dealt: bool) -> list[float]:
    """Return the worth of all hands; of new ones only their sizes count."""
    return [len(hand) * USUAL_PRICE if dealt else price_of(hand) for hand in table.hands]


def _ahead(measures: Sequence[float], seat: int) -> float:
    """Return by how much a seat exceeds the mean of the others."""
    own = measures[seat]
    return own - (sum(measures) - own) / (len(measures) - 1)
