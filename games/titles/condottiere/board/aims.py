"""The gains of each city that the viewer may choose, shown before the choice."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.boards.cache import cached_while_used
from games.boards.words import list_words
from games.titles.condottiere.board import map as art
from games.titles.condottiere.rules.cities import NEIGHBOURS, group_of

Held = tuple[tuple[str, int], ...]
"""The conquered cities with their seats."""


@dataclass(frozen=True)
class Aim:
    """A city that the viewer may choose."""

    city: str
    name: str
    makes: int
    """How many connected cities the viewer would have with it."""
    needed: int
    joins: tuple[str, ...]
    """The viewer's cities that it would connect to."""
    rivals: tuple[str, ...]
    """The names of the other players who would unite a kingdom with it."""

    @property
    def wins(self) -> bool:
        return self.makes >= self.needed

    @property
    def fight(self) -> str:
        """The label of the choice."""
        return _("Fight for {city}").format(city=self.name)

    @property
    def would(self) -> str:
        """The sentence about the viewer's kingdom with it."""
        words = {"makes": self.makes, "needed": self.needed}
        if self.wins:
            return _("Would make {makes} of {needed}: your kingdom.").format(**words)
        return _("Would make {makes} of {needed}.").format(**words)

    @property
    def threat(self) -> str:
        """The sentence about rivals who would win with it; empty if there are none."""
        if not self.rivals:
            return ""
        return _("It would complete a kingdom for {names}.").format(
            names=list_words(list(self.rivals))
        )

    @property
    def borders(self) -> str:
        """The sentence about its neighbours, for viewers who can't see the map."""
        names = list_words([art.NAMES[city] for city in NEIGHBOURS[self.city]])
        return _("Neighbours: {cities}.").format(cities=names)

    @property
    def x(self) -> float:
        return art.CENTRES[self.city][0]

    @property
    def y(self) -> float:
        return art.CENTRES[self.city][1]

    @property
    def tally_y(self) -> float:
        """The baseline of the numbers in its circle."""
        return self.y + 9


def aims_of(
    choosable: tuple[str, ...], held: Held, me: int, needed: int, names: tuple[str, ...]
) -> tuple[Aim, ...]:
    """Return the gains of each of these cities; cached, since the map seldom changes."""
    return _aims_of(choosable, held, me, needed, names, get_language())


@cached_while_used
def _aims_of(
    choosable: tuple[str, ...],
    held: Held,
    me: int,
    needed: int,
    names: tuple[str, ...],
    _language: str | None,
) -> tuple[Aim, ...]:
    cities = [{city for city, owner in held if owner == seat} for seat in range(len(names))]

    def aim(city: str) -> Aim:
        mine = group_of(city, cities[me])
        rivals = tuple(
            name
            for seat, name in enumerate(names)
            if seat != me and len(group_of(city, cities[seat])) >= needed
        )
        joins = tuple(sorted(mine - {city}))
        return Aim(city, art.NAMES[city], len(mine), needed, joins, rivals)

    return tuple(aim(city) for city in choosable)
