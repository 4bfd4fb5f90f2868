"""Card faces and goals: names, numbers, emblems, and what each card does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from games.boards.cache import cached_while_used
from games.boards.panels import Card
from games.titles.kabale.rules.award import ABILITIES
from games.titles.kabale.rules.cards import (
    ABROAD,
    ACTS_AT_ONCE,
    AT_HOME,
    CARDS,
    PRINTED,
    SPECIALISTS,
    Number,
)

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_NAMES: Mapping[str, StrOrPromise] = {
    "king": gettext_lazy("King"),
    "queen": gettext_lazy("Queen"),
    "juliet": gettext_lazy("Juliet"),
    "alchemist": gettext_lazy("Alchemist"),
    "fencer": gettext_lazy("Fencing Master"),
    "landlord": gettext_lazy("Landlord"),
    "merchant": gettext_lazy("Merchant"),
    "cardinal": gettext_lazy("Cardinal"),
    "minstrel": gettext_lazy("Minstrel"),
    "explorer": gettext_lazy("Explorer"),
    "assassin": gettext_lazy("Assassin"),
    "storm": pgettext_lazy("a card", "Storm"),
    "cloak": gettext_lazy("Cloak"),
    "traitor": gettext_lazy("Traitor"),
    "musketeers": gettext_lazy("Musketeers"),
    "wizard": gettext_lazy("Wizard"),
    "witch": gettext_lazy("Witch"),
    "prince": gettext_lazy("Prince"),
    "squire": gettext_lazy("Squire"),
    "hermit": gettext_lazy("Hermit"),
    "giant": gettext_lazy("Little Giant"),
    "double": gettext_lazy("Double"),
    "dragon": gettext_lazy("Dragon"),
    "romeo": gettext_lazy("Romeo"),
    "beggar": gettext_lazy("Beggar"),
}
_HELP: Mapping[str, StrOrPromise] = {
    "king": gettext_lazy("The strongest of all, and a wizard’s favourite prey."),
    "queen": gettext_lazy("Only a number, but a high one."),
    "juliet": gettext_lazy("At the award: your Romeo counts 15 in her column."),
    "explorer": gettext_lazy(
        "At once: walks to the end of the next column to the right and lies face down again."
    ),
    "assassin": gettext_lazy("At once: the card that uncovered him goes to its owner’s discards."),
    "storm": gettext_lazy("At once: closes the column. Its goal counts as fulfilled."),
    "cloak": gettext_lazy(
        "At once: you may hide a hand card under it until the round ends, and draw a new one."
    ),
    "traitor": gettext_lazy("At once: you may swap his column’s goal with any other column’s."),
    "musketeers": gettext_lazy(
        "At the award: every other ability in the column is void. Only printed numbers count."
    ),
    "wizard": gettext_lazy(
        "At the award: removes every card of 10 or more. Two wizards: neither acts."
    ),
    "witch": gettext_lazy(
        "At the award: removes every card of 9 or less but herself. Two witches: neither acts."
    ),
    "prince": gettext_lazy("At the award: with your own squire here, the goal is yours."),
    "squire": gettext_lazy("At the award: with your own prince here, the goal is yours."),
    "hermit": gettext_lazy("At the award: 1 less for every other card in the column."),
    "giant": gettext_lazy("At the award: 3 more for every other card in the column."),
    "double": gettext_lazy("At the award: takes the number of the card behind it, last of all."),
    "dragon": gettext_lazy("At the award: every card of the other players counts 2 less."),
    "romeo": gettext_lazy("At the award: counts 15 if your own Juliet is here."),
    "beggar": gettext_lazy("At the award: here the lowest sum wins."),
}
_SPECIALIST = gettext_lazy("Counts {home} at a goal of {area}, {abroad} anywhere else.")
AREA_NAMES: Mapping[str, StrOrPromise] = {
    "alchemy": gettext_lazy("Alchemy"),
    "fencing": gettext_lazy("Fencing"),
    "farming": gettext_lazy("Farming"),
    "trade": gettext_lazy("Trade"),
    "religion": gettext_lazy("Religion"),
    "music": gettext_lazy("Music"),
}
ORDER = {card: place for place, card in enumerate(CARDS)}


@dataclass(frozen=True)
class Goal:
    """The goal of a column, with its words."""

    area: str
    points: int

    @property
    def name(self) -> str:
        return str(AREA_NAMES[self.area])

    @property
    def text(self) -> str:
        """The goal in a sentence: “Music 5”."""
        return goal_name(self.area, self.points)


def face(card: str, area: str | None = None) -> Card:
    """Return a card's face in the reader's language; with an area, its number at such a goal."""
    return _face(card, area, get_language())


def faces(cards: Iterable[str]) -> tuple[Card, ...]:
    """Return the faces of some cards, in the order of the deck."""
    return _faces(tuple(cards), get_language())


@cached_while_used
def _faces(cards: tuple[str, ...], language: str | None) -> tuple[Card, ...]:
    return tuple(_face(card, None, language) for card in sorted(cards, key=ORDER.__getitem__))


@lru_cache(maxsize=1024)
def _face(card: str, area: str | None, language: str | None) -> Card:
    return Card(card, card_name(card), card_help(card), card, _tone(card), value_of(card, area))


def _tone(card: str) -> str:
    """Return the colour of a card: it acts at once, acts at the award, or only counts."""
    if card in ACTS_AT_ONCE:
        return "red"
    if card in ABILITIES:
        return "violet"
    return "green" if card in SPECIALISTS else "gold"


def value_of(card: str, area: str | None = None) -> str:
    """Return the number in a card's corner, or both numbers if it depends on the goal."""
    if area is None and card in SPECIALISTS:
        return f"{AT_HOME}/{ABROAD}"
    return shown(PRINTED[area or "music"][card])


def card_name(card: str) -> str:
    return str(_NAMES[card])


def card_help(card: str) -> str:
    """Return what a card does, in one line."""
    area = SPECIALISTS.get(card)
    if area is None:
        return str(_HELP[card])
    return str(_SPECIALIST).format(home=AT_HOME, abroad=ABROAD, area=AREA_NAMES[area])


@lru_cache(maxsize=256)
def back(emblem: str, name: str) -> Card:
    """Return the back of a hidden card."""
    return Card("", name, "", emblem, hidden=True)


def shown(number: Number | None) -> str:
    """Return a number as people write it: 9½, not 9.5; "" for None."""
    if number is None:
        return ""
    whole = int(number)
    if number == whole:
        return str(whole)
    return f"{whole}½" if whole else "½"


def goal_name(area: str, points: int) -> str:
    """Return a goal for a sentence: “Music 5”."""
    return _("{area} {points}").format(area=AREA_NAMES[area], points=points)
