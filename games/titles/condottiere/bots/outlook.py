"""How likely a seat wins the game from between two battles, all hands laid open.

A logistic regression over games that `normal` played with itself: 1500 of two seats, 1000 of four.
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
    """What each measure counts for; all but the first two are differences to the mean of others."""

    start: float
    """Nobody ahead in anything: an equal share of the wins."""
    standing: float
    """On the map: see `Map.standing`."""
    cities: float
    share: float
    """Of the price of all hands, beyond an equal one."""
    at_stake: float
    """The same share of what a battle of this round is usually worth."""
    price: float
    cards: float
    scarecrows: float
    """Of two, scarecrows hold up the end of the round, and the better hand's victory."""
    pawn: float


OF_TWO = Weights(0.0, 0.027, 0.446, 1.891, 0.1012, 0.0144, 0.0, -0.169, 0.159)
OF_MORE = Weights(0.0, 0.0205, 0.14, 0.0, 0.0529, 0.0217, 0.114, 0.0, 0.171)


def chance_of(table: Condottiere, seat: int, dealt: bool) -> float:
    """Of a seat, in a position between two battles; `dealt`: the hands are new, and not looked at.

    A quick and rough measure, made for comparing what moves lead to.
    """
    seats, hands = table.seats, table.hands
    taking = bool(table.options["taking_cities"])
    board = map_of(tuple(table.cities.items()), seats, table.group_needed(), taking)
    prices = [len(hand) * USUAL_PRICE if dealt else price_of(hand) for hand in hands]
    share = prices[seat] / (sum(prices) or 1) - 1 / seats
    weights = OF_TWO if seats == 2 else OF_MORE
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


def _ahead(measures: Sequence[float], seat: int) -> float:
    """How much more a seat has than the others on average."""
    own = measures[seat]
    return own - (sum(measures) - own) / (len(measures) - 1)
