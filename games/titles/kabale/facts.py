"""The facts by which matches of Kabale und Hiebe are found: goals taken, and cards placed."""

from __future__ import annotations

from collections import defaultdict

from django.utils.translation import gettext as _

from games.engine.achievements import Fact, Played
from games.titles.kabale.achievements import taken
from games.titles.kabale.board.faces import card_name, goal_name
from games.titles.kabale.rules.cards import AREAS, CARDS, POINTS
from games.titles.kabale.rules.moves import Place


def goals(played: Played) -> dict[int, set[str]]:
    """Return the goals that each seat took, such as `music-5`."""
    found: dict[int, set[str]] = defaultdict(set)
    for seat, award in taken(played):
        area, points = award["goal"]
        found[seat].add(f"{area}-{points}")
    return found


def placed(played: Played) -> dict[int, set[str]]:
    """Return the cards that each seat placed."""
    cards: dict[int, set[str]] = defaultdict(set)
    for decision in played.decisions:
        if isinstance(decision.move, Place):
            cards[decision.seat].add(decision.move.card)
    return cards


def goal_words(goal: str) -> str:
    area, _dash, points = goal.partition("-")
    return _("took the goal {goal}").format(goal=goal_name(area, int(points)))


FACTS = (
    Fact(
        "goal",
        [f"{area}-{points}" for area in AREAS for points in sorted(set(POINTS))],
        goals,
        goal_words,
    ),
    Fact("placed", CARDS, placed, lambda card: _("placed {card}").format(card=card_name(card))),
)
