"""The cards of each game laid out for show: a fan for its picture, all kinds for its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from games.boards import condottiere as condottiere_art
from games.presenters.babel import faces as babel_faces
from games.presenters.condottiere.faces import face
from games.presenters.kabale.faces import face as kabale_face
from games.presenters.kharnage.sheet import FAN as KHARNAGE_FAN
from games.presenters.kharnage.sheet import Sheet as KharnageSheet
from games.presenters.kharnage.sheet import face as kharnage_face
from games.rules.babel.cards import TEMPLE_COPIES, TRIBE_COPIES
from games.rules.condottiere.cards import COPIES, MERCENARIES
from games.rules.kabale.cards import CARDS as KABALE_CARDS

_FANS: Mapping[str, Sequence[str]] = {
    "condottiere": ("m4", "winter", "heroine", "drum", "m10"),
    "babel": ("sumerian", "persian", "level-6", "assyrian", "hittite"),
    "kabale": ("witch", "assassin", "king", "romeo", "musketeers"),
    "kharnage": KHARNAGE_FAN,
}
_FACES: Mapping[str, Callable[[str], Any]] = {
    "condottiere": face,
    "babel": babel_faces.any_face,
    "kabale": kabale_face,
    "kharnage": kharnage_face,
}
_MAPS: Mapping[str, Any] = {"condottiere": condottiere_art}


def fan(slug: str) -> list[Any]:
    """A few cards that show what a game is like; a picture, so nothing is explained on them."""
    return [replace(_FACES[slug](card), tip="") for card in _FANS[slug]]


@dataclass(frozen=True)
class Kind:
    """Cards of one kind, with how many there are of each, and what they do."""

    name: str
    text: str
    cards: list[Any]


def kinds(slug: str) -> list[Kind]:
    """Every kind of card of a game, for its rules; [] if its sheet shows them."""
    return _KINDS[slug]() if slug in _KINDS else []


def sheet_of(slug: str) -> Any:
    """What a game's own parts of the rules page are drawn from, for games that have such."""
    return _SHEETS[slug]() if slug in _SHEETS else None


def _condottiere() -> list[Kind]:
    shown = {card: face(card, count=count) for card, count in COPIES.items()}
    text = _("Each adds its number to your army; 1 in winter.")
    mercenaries = Kind(_("Mercenaries"), text, [shown[card] for card in MERCENARIES])
    others = [card for name, card in shown.items() if name not in MERCENARIES]
    return [mercenaries, *(Kind(card.name, card.tip, [card]) for card in others)]


def _babel() -> list[Kind]:
    tribes = [
        Kind(babel_faces.people(tribe), babel_faces.power_words(tribe), [card])
        for tribe, count in TRIBE_COPIES.items()
        for card in [babel_faces.face(tribe, count=count)]
    ]
    text = _("Each goes on a temple one lower, where you have as many tribe cards as its level.")
    levels = [
        replace(babel_faces.temple_face(level), count=count)
        for level, count in TEMPLE_COPIES.items()
    ]
    return [*tribes, Kind(_("Temple cards"), text, levels)]


def _kabale() -> list[Kind]:
    cards = [kabale_face(card) for card in KABALE_CARDS]
    return [Kind(card.name, card.tip, [card]) for card in cards]


_KINDS: Mapping[str, Callable[[], list[Kind]]] = {
    "condottiere": _condottiere,
    "babel": _babel,
    "kabale": _kabale,
}
_SHEETS: Mapping[str, Callable[[], Any]] = {"kharnage": KharnageSheet}


@dataclass(frozen=True)
class Place:
    """A city on the map; numbers are words, so that no language writes them with a comma."""

    name: str
    x: str
    y: str
    label_x: str
    label_y: str
    anchor: str


@dataclass(frozen=True)
class Map:
    """The drawing of a game's map: its lines, and its cities with their names."""

    art: Any
    cities: list[Place]


def map_of(slug: str) -> Map | None:
    """The map of a game, for games that have one."""
    art = _MAPS.get(slug)
    if art is None:
        return None
    return Map(art, [_place(art, city) for city in art.CENTRES])


def _place(art: Any, city: str) -> Place:
    label_x, label_y, anchor = art.LABELS[city]
    x, y = art.CENTRES[city]
    return Place(art.NAMES[city], str(x), str(y), str(label_x), str(label_y), anchor)
