"""The names of tribes, powers and cards of Babel, and the faces of the cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language, gettext_lazy, ngettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from games.boards.panels import Card
from games.titles.babel.rules.cards import TRIBES
from games.titles.babel.rules.moves import HALVE, POWER_OF

NAMES = {
    "mede": gettext_lazy("Mede"),
    "sumerian": gettext_lazy("Sumerian"),
    "hittite": gettext_lazy("Hittite"),
    "persian": gettext_lazy("Persian"),
    "assyrian": gettext_lazy("Assyrian"),
}
A_CARD = {
    "mede": gettext_lazy("a Mede"),
    "sumerian": gettext_lazy("a Sumerian"),
    "hittite": gettext_lazy("a Hittite"),
    "persian": gettext_lazy("a Persian"),
    "assyrian": gettext_lazy("an Assyrian"),
}
PEOPLE = {
    "mede": gettext_lazy("Medes"),
    "sumerian": gettext_lazy("Sumerians"),
    "hittite": gettext_lazy("Hittites"),
    "persian": gettext_lazy("Persians"),
    "assyrian": gettext_lazy("Assyrians"),
}
_COUNTED = {
    "mede": ngettext_lazy("{n} Mede", "{n} Medes", "n"),
    "sumerian": ngettext_lazy("{n} Sumerian", "{n} Sumerians", "n"),
    "hittite": ngettext_lazy("{n} Hittite", "{n} Hittites", "n"),
    "persian": ngettext_lazy("{n} Persian", "{n} Persians", "n"),
    "assyrian": ngettext_lazy("{n} Assyrian", "{n} Assyrians", "n"),
}
# Whole phrases, since in other languages articles and endings change with the tribe.
AMONG = {
    "mede": gettext_lazy("among the Medes"),
    "sumerian": gettext_lazy("among the Sumerians"),
    "hittite": gettext_lazy("among the Hittites"),
    "persian": gettext_lazy("among the Persians"),
    "assyrian": gettext_lazy("among the Assyrians"),
}
TO = {
    "mede": gettext_lazy("to the Medes"),
    "sumerian": gettext_lazy("to the Sumerians"),
    "hittite": gettext_lazy("to the Hittites"),
    "persian": gettext_lazy("to the Persians"),
    "assyrian": gettext_lazy("to the Assyrians"),
}
POWER_NAMES = {
    "expel": pgettext_lazy("a power in Babel", "Expel"),
    "bribe": pgettext_lazy("a power in Babel", "Bribe"),
    "steal": pgettext_lazy("a power in Babel", "Steal"),
    "skip": pgettext_lazy("a power in Babel", "Skip"),
    "raze": pgettext_lazy("a power in Babel", "Raze"),
    HALVE: pgettext_lazy("a power in Babel", "Halve"),
}
POWER_HELP = {
    "expel": gettext_lazy("Name a tribe: all its cards in your opponent’s row are discarded."),
    "bribe": gettext_lazy("All cards of the tribe on top of your opponent’s row move to your row."),
    "steal": gettext_lazy(
        "The top of your opponent’s higher temple moves onto yours. You need at least as many"
        " cards here as its level."
    ),
    "skip": gettext_lazy(
        "Build two levels higher instead of one. You need at least as many cards here as the "
        "new level."
    ),
    "raze": gettext_lazy("Your opponent’s whole temple here is torn down."),
    HALVE: gettext_lazy("Your opponent discards half their hand, rounded down."),
}
TONES = {
    "mede": "green",
    "sumerian": "red",
    "hittite": "gold",
    "persian": "grey",
    "assyrian": "blue",
}


def face(tribe: str, **more: Any) -> Card:
    """Return the face of a tribe card, in the reader's language."""
    return _face(tribe, get_language(), tuple(more.items()))


@lru_cache(maxsize=1024)
def _face(tribe: str, language: str | None, more: tuple[tuple[str, Any], ...]) -> Card:
    travel = _("Discard it to travel {there}, or settle it.").format(there=TO[tribe])
    tip = f"{travel} {power_words(tribe)}"
    return Card(tribe, str(NAMES[tribe]), tip, tribe, TONES[tribe], **dict(more))


@lru_cache(maxsize=1024)
def _temple_face(level: int, build: str, language: str | None) -> Card:
    if level == 1:
        tip = _("Starts a temple where you have none and at least one tribe card.")
    else:
        tip = _(
            "Goes on a temple of height {below} where you have at least {level} tribe cards."
        ).format(below=level - 1, level=level)
    name = _("Level {level}").format(level=level)
    if build:
        name, tip = _("Build level {level}").format(level=level), build
    return Card(f"level-{level}", name, tip, "temple", value=str(level))


def temple_face(level: int, build: str = "") -> Card:
    """Return the face of a temple card, in the reader's language.

    Args:
        level: The card's level.
        build: The effect of building it, if the viewer can.
    """
    return _temple_face(level, build, get_language())


def any_face(card: str) -> Card:
    """Return the face of a tribe card, or of a temple card such as “level-6”."""
    _level, _dash, level = card.partition("-")
    return temple_face(int(level)) if level else face(card)


def counted(tribe: str, n: int) -> str:
    """Format a number of tribe cards: “3 Medes”."""
    return (_COUNTED[tribe] % {"n": n}).format(n=n)


def power_words(tribe: str) -> str:
    """Return the sentence about the power of three cards of a tribe."""
    power = POWER_OF[tribe]
    text = _("Three next to each other give {power}: {help}")
    return text.format(power=POWER_NAMES[power], help=POWER_HELP[power])


def grouped(cards: Sequence[str]) -> list[tuple[str, int]]:
    """Count equal cards, in the order of the tribes."""
    return [(tribe, cards.count(tribe)) for tribe in TRIBES if tribe in cards]
