"""The novice bot: it bids card by card for any city, up to a part of its hand."""

from __future__ import annotations

from random import Random

from games.engine.bots import Question
from games.engine.contract import Move
from games.titles.condottiere.bots.battle import FIGHTERS
from games.titles.condottiere.bots.table import PRICES
from games.titles.condottiere.rules.cards import is_winter, strength
from games.titles.condottiere.rules.moves import DISCARD, PASS, PLAY, Choose

PART = 0.7
"""The part of its cards that it spends on one city."""


class Novice:
    level = "novice"
    slow = False

    def choose(self, question: Question, rng: Random) -> Move:
        moves = question.moves
        if len(moves) == 1:
            return moves[0]
        if question.view["phase"] == "battle":
            return bid(question)
        if DISCARD in moves:
            return DISCARD
        return rng.choice([move for move in moves if isinstance(move, Choose)])


def bid(question: Question) -> Move:
    """Lay the cheapest card that leads, if one is affordable; pass as soon as it leads."""
    view, me = question.view, question.seat
    army: list[str] = view["armies"][me]
    hand: list[str] = view["hands"][me]
    mine = view["strengths"][me]
    best = max(other for seat, other in enumerate(view["strengths"]) if seat != me)
    if mine > best:
        return PLAY["surrender"] if "surrender" in hand else PASS
    fighters = affordable(army, hand)
    if not fighters:
        return PASS
    winter = is_winter(view["armies"])
    for card in fighters:
        if strength([*army, card], winter) > best:
            return PLAY[card]
    if army and "drum" in hand and "drum" not in army:
        return PLAY["drum"]
    return PLAY[fighters[-1]]


def affordable(army: list[str], hand: list[str]) -> list[str]:
    """Return the kinds of fighters that it can afford, the cheapest first.

    The first card is always affordable, since a round in which all pass would never end.
    """
    spent = sum(PRICES[card] for card in army)
    purse = PART * (spent + sum(PRICES[card] for card in hand)) - spent
    fighters = sorted((c for c in PRICES if c in FIGHTERS and c in hand), key=PRICES.__getitem__)
    return [card for card in fighters if PRICES[card] <= purse] or ([] if army else fighters[:1])
