"""Habits of players in Kabale und Hiebe: their first card and their favourite goals."""

from __future__ import annotations

from collections import Counter

from games.engine.achievements import Habit, Played
from games.engine.refusals import noted
from games.titles.kabale.achievements import taken
from games.titles.kabale.board.faces import AREA_NAMES, card_name
from games.titles.kabale.rules.moves import Place


def first_card(played: Played) -> dict[int, str]:
    """Return the first card that each seat placed."""
    cards: dict[int, str] = {}
    for decision in played.decisions:
        if isinstance(decision.move, Place):
            cards.setdefault(decision.seat, decision.move.card)
    return cards


def favoured_area(played: Played) -> dict[int, str]:
    """Return the area of most goals of each seat; points settle a tie."""
    areas: dict[int, Counter[tuple[str, str]]] = {}
    for seat, award in taken(played):
        area, points = award["goal"]
        counted = areas.setdefault(seat, Counter())
        counted[area, "goals"] += 1
        counted[area, "points"] += points
    return {seat: _best(counted) for seat, counted in areas.items()}


def _best(counted: Counter[tuple[str, str]]) -> str:
    areas = sorted({area for area, _unit in counted})
    return max(areas, key=lambda area: (counted[area, "goals"], counted[area, "points"]))


HABITS = (
    Habit("first-card", noted("First card placed"), first_card, card_name, opening=True),
    Habit("area", noted("Favourite goals"), favoured_area, lambda area: str(AREA_NAMES[area])),
)
