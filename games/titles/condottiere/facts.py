"""The facts by which matches of Condottiere are found: cities taken, and special cards played."""

from __future__ import annotations

from collections import defaultdict

from django.utils.translation import gettext as _

from games.engine.achievements import Fact, Played
from games.titles.condottiere.achievements import conquests, kingdoms
from games.titles.condottiere.board.faces import card_name
from games.titles.condottiere.board.map import NAMES
from games.titles.condottiere.rules.cards import COPIES, MERCENARIES
from games.titles.condottiere.rules.moves import Play


def taken(played: Played) -> dict[int, set[str]]:
    """Return the cities that each seat conquered, whether it kept them or not."""
    cities: dict[int, set[str]] = defaultdict(set)
    for seat, battle in conquests(played):
        cities[seat].add(battle["city"])
    return cities


def united(played: Played) -> dict[int, set[str]]:
    """Return the cities of the kingdoms that won games."""
    cities: dict[int, set[str]] = defaultdict(set)
    for kingdom in kingdoms(played):
        cities[kingdom.seat] |= kingdom.cities
    return cities


def cards_played(played: Played) -> dict[int, set[str]]:
    """Return the special cards that each seat laid into its army."""
    cards: dict[int, set[str]] = defaultdict(set)
    for decision in played.decisions:
        if isinstance(decision.move, Play) and decision.move.card in SPECIAL:
            cards[decision.seat].add(decision.move.card)
    return cards


SPECIAL = [card for card in COPIES if card not in MERCENARIES]
"""The cards that are no mercenaries: those are played in every match."""
CITIES = sorted(NAMES, key=NAMES.__getitem__)
FACTS = (
    Fact("city", CITIES, taken, lambda city: _("took {city}").format(city=NAMES[city])),
    Fact(
        "kingdom",
        CITIES,
        united,
        lambda city: _("completed a kingdom with {city}").format(city=NAMES[city]),
    ),
    Fact(
        "card",
        SPECIAL,
        cards_played,
        lambda card: _("played {card}").format(card=card_name(card)),
    ),
)
