"""The habits of Condottiere players: the first city they choose, and their favourite card."""

from __future__ import annotations

from collections import Counter

from django.utils.text import capfirst

from games.engine.achievements import Habit, Played
from games.engine.refusals import noted
from games.titles.condottiere.board.faces import card_name
from games.titles.condottiere.board.map import NAMES
from games.titles.condottiere.rules.cards import COPIES, MERCENARIES
from games.titles.condottiere.rules.moves import Choose, Play


def first_city(played: Played) -> dict[int, str]:
    """Return the first city that each seat chose; a seat that always declined has none."""
    chosen: dict[int, str] = {}
    for decision in played.decisions:
        if isinstance(decision.move, Choose):
            chosen.setdefault(decision.seat, decision.move.city)
    return chosen


def favoured_card(played: Played) -> dict[int, str]:
    """Return the card that each seat played most, in proportion to its copies in the deck.

    Mercenaries are left out, and of equal cards the rarer one counts. Without the proportion nearly
    every player's card would be the scarecrow.
    """
    cards: dict[int, Counter[str]] = {}
    for decision in played.decisions:
        if isinstance(decision.move, Play) and decision.move.card not in MERCENARIES:
            cards.setdefault(decision.seat, Counter())[decision.move.card] += 1
    return {
        seat: max(sorted(counted), key=lambda card: (counted[card] / COPIES[card], -COPIES[card]))
        for seat, counted in cards.items()
    }


HABITS = (
    Habit(
        "first-city", noted("First city fought for"), first_city, NAMES.__getitem__, opening=True
    ),
    Habit(
        "card",
        noted("Favourite special card"),
        favoured_card,
        lambda card: capfirst(card_name(card)),
    ),
)
