"""All cards and icons of Kharnage laid out for its rules, straight from the card set."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from games.titles.kharnage.board import faces
from games.titles.kharnage.board.words import ICONS, LINES, named
from games.titles.kharnage.rules.cardset import built_in

FAN = ("goblin-rider", "human-knight", "orc-troll", "dwarf-cannon", "goblin-king")


def face(card: str) -> faces.Unit:
    """A card of this house by its id."""
    return faces.unit(built_in().cards[card])


@dataclass(frozen=True)
class Row:
    """A card in the table of its army."""

    unit: faces.Unit
    line: str


@dataclass(frozen=True)
class Muster:
    """An army: all its cards and plans."""

    id: str
    name: str
    rows: tuple[Row, ...]
    plans: tuple[faces.Plan, ...]

    @property
    def units(self) -> int:
        return sum(row.unit.count for row in self.rows if not row.unit.general)


class Sheet:
    """What the rules page draws where the text leaves room for it."""

    @cached_property
    def icons(self) -> list[faces.Mark]:
        """Every icon with what it does: flags, strengths, surprises, tricks."""
        return [faces.Mark(icon) for icon in ICONS]

    @cached_property
    def armies(self) -> list[Muster]:
        return [
            Muster(
                id=army.id,
                name=named(army.name),
                rows=tuple(
                    Row(face, str(LINES[face.line]))
                    for face in (faces.unit(card) for card in (*army.units, *army.generals))
                ),
                plans=tuple(faces.plan(strategy) for strategy in army.strategies),
            )
            for army in built_in().armies.values()
        ]
