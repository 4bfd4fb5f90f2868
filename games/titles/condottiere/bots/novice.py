"""The novice bot: it bids card by card for any city, up to a part of its hand."""

from __future__ import annotations

from random import Random

from games.engine.bots import Question
from games.engine.contract import Move
from games.titles.condottiere.bots.battle import FIGHTERS
from games.titles.condottiere.bots.beginner import is_near_taken
from games.titles.condottiere.bots.style import STEADY, Style
from games.titles.condottiere.bots.table import PRICES
from games.titles.condottiere.rules.cards import is_winter, strength
from games.titles.condottiere.rules.moves import DISCARD, PASS, PLAY, Choose

PART = 0.7
"""The part of its cards that it spends on one city."""
NEAR, FAR = 1.0, 0.6
"""The same for a choosy bot, next to cities that are taken and elsewhere."""


class Novice:
    level = "novice"
    slow = False

    def __init__(self, style: Style = STEADY) -> None:
        self.style = style

    def choose(self, question: Question, rng: Random) -> Move:
        moves = question.moves
        if len(moves) == 1:
            return moves[0]
        if question.view["phase"] == "battle":
            return bid(question, self.style)
        if DISCARD in moves:
            return DISCARD
        return rng.choice([move for move in moves if isinstance(move, Choose)])


def bid(question: Question, style: Style) -> Move:
    """Lay the cheapest card that leads, if one is affordable; pass as soon as it leads."""
    view, me = question.view, question.seat
    army: list[str] = view["armies"][me]
    hand: list[str] = view["hands"][me]
    mine = view["strengths"][me]
    best = max(other for seat, other in enumerate(view["strengths"]) if seat != me)
    if mine > best:
        return PLAY["surrender"] if "surrender" in hand else PASS
    part = PART
    if style.choosy:
        part = NEAR if is_near_taken(view) else FAR
    fighters = affordable(army, hand, part)
    if not fighters:
        return PASS
    winter = is_winter(view["armies"])
    for lead in (0,) if army or not style.pride else (style.pride, 0):
        for card in fighters:
            if strength([*army, card], winter) > best + lead:
                return PLAY[card]
    if army and "drum" in hand and "drum" not in army:
        return PLAY["drum"]
    return PLAY[fighters[-1]]


def affordable(army: list[str], hand: list[str], part: float) -> list[str]:
    """Return the kinds of fighters that it can afford, the cheapest first.

    The first card is always affordable, since a round in which all pass would never end.
    """
    spent = sum(PRICES[card] for card in army)
    purse = part * (spent + sum(PRICES[card] for card in hand)) - spent
    fighters = sorted((c for c in PRICES if c in FIGHTERS and c in hand), key=PRICES.__getitem__)
    return [card for card in fighters if PRICES[card] <= purse] or ([] if army else fighters[:1])
