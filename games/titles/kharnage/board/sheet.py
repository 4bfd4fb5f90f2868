"""All cards and icons of Kharnage for the page of its rules, straight from the card set."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import get_language

from games.titles.kharnage.board import faces
from games.titles.kharnage.board.words import ICONS, named
from games.titles.kharnage.rules.cardset import built_in

FAN = ("goblin-rider", "human-knight", "orc-troll", "dwarf-cannon", "goblin-king")


def face(card: str) -> faces.Unit:
    """A card of the built-in set by its id, in the reader's language."""
    return faces.unit(built_in().cards[card], get_language())


@dataclass(frozen=True)
class Muster:
    """An army: all its cards and plans."""

    id: str
    name: str
    cards: tuple[faces.Unit, ...]
    plans: tuple[faces.Plan, ...]

    @property
    def units(self) -> int:
        return sum(card.count for card in self.cards if not card.general)


class Sheet:
    """What the rules page draws where the text leaves room for it."""

    icons = tuple(faces.Mark(icon) for icon in ICONS)

    @cached_property
    def armies(self) -> list[Muster]:
        language = get_language()
        return [
            Muster(
                id=army.id,
                name=named(army.name),
                cards=tuple(faces.unit(card, language) for card in (*army.units, *army.generals)),
                plans=tuple(faces.plan(strategy, language) for strategy in army.strategies),
            )
            for army in built_in().armies.values()
        ]
