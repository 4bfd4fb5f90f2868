"""The faces of cards: names, one line about their effect, emblems."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.boards.cache import cached_while_used
from games.boards.panels import Card
from games.titles.condottiere.rules.cards import COPIES, MERCENARIES, counts

_NAMES = {
    **{card: gettext_lazy("mercenary {value}") for card in MERCENARIES},
    "scarecrow": gettext_lazy("scarecrow"),
    "drum": gettext_lazy("drum"),
    "bishop": gettext_lazy("bishop"),
    "surrender": gettext_lazy("surrender"),
    "winter": gettext_lazy("winter"),
    "heroine": gettext_lazy("heroine"),
}
_HELP = {
    **{card: gettext_lazy("Adds {value} to your army; 1 in winter.") for card in MERCENARIES},
    "scarecrow": gettext_lazy("Worth nothing itself. Lets you take back one of your mercenaries."),
    "drum": gettext_lazy("Doubles your mercenaries in this battle. A second drum adds nothing."),
    "bishop": gettext_lazy("Ends the battle at once. No one takes the city."),
    "surrender": gettext_lazy("Ends the battle at once. The strongest army takes the city."),
    "winter": gettext_lazy("Every mercenary of every army counts 1 in this battle."),
    "heroine": gettext_lazy("Always adds 10. Winter and drums don’t change that."),
}
_TONES = {
    **dict.fromkeys(("scarecrow", "surrender"), "grey"),
    **dict.fromkeys(("drum", "heroine"), "second"),
    "bishop": "violet",
    "winter": "blue",
}
_VALUES = {"heroine": "10", "drum": "×2"}
ORDER = {card: place for place, card in enumerate(COPIES)}


def face(card: str, **more: Any) -> Card:
    """Return the face of a card, in the reader's language."""
    return _face(card, get_language(), tuple(more.items()))


def laid(card: str, army: Sequence[str], winter: bool, states: str = "") -> Card:
    """Return the face of a card in a battle: it shows what the card counts now.

    Args:
        card: The card.
        army: All cards of its army.
        winter: Whether it is winter.
        states: The classes of the card.
    """
    printed, now = MERCENARIES.get(card), counts(card, army, winter)
    if printed is None or printed == now:
        return face(card, states=states)
    name = _("{card}, counts {number} now").format(card=face(card).name, number=now)
    tone = _TONES["winter"] if now < printed else _TONES["drum"]
    return face(card, states=states, name=name, value=str(now), tone=tone)


@lru_cache(maxsize=1024)
def _face(card: str, language: str | None, more: tuple[tuple[str, Any], ...]) -> Card:
    strength = MERCENARIES.get(card)
    name = card_name(card)
    shown: dict[str, Any] = {
        "name": name[:1].upper() + name[1:],
        "value": str(strength) if strength else _VALUES.get(card, ""),
        "tone": _TONES.get(card, ""),
        **dict(more),
    }
    tip = str(_HELP[card]).format(value=strength)
    return Card(id=card, tip=tip, emblem=f"mercenary-{strength}" if strength else card, **shown)


def card_name(card: str) -> str:
    return str(_NAMES[card]).format(value=MERCENARIES.get(card))


def stacked(cards: Sequence[str], legal: frozenset[str] = frozenset()) -> tuple[Card, ...]:
    """Return the faces of cards, equal ones together, in the order of the deck list."""
    return _stacked(tuple(cards), legal, get_language())


@cached_while_used
def _stacked(
    cards: tuple[str, ...], legal: frozenset[str], _language: str | None
) -> tuple[Card, ...]:
    kinds = sorted(set(cards), key=ORDER.__getitem__)
    return tuple(face(card, count=cards.count(card), legal=card in legal) for card in kinds)
