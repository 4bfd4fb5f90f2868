"""The parts of the table of Condottiere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.cache import cached_while_used
from games.boards.panels import Card, Panel, css_classes
from games.boards.seats import TablePlayer
from games.titles.condottiere.board import map as art
from games.titles.condottiere.rules.cards import MERCENARIES


@dataclass(frozen=True, eq=False, slots=True)
class City:
    """A city on the map: its owner, and whether it is fought for or can be chosen.

    `italy_of` makes each once. A city equals only itself, so that caches of its drawing find it
    quickly.
    """

    id: str
    name: str
    x: float
    y: float
    label_x: float
    label_y: float
    anchor: str
    owner: int | None
    """The seat that holds it."""
    owner_name: str
    contested: bool
    choosable: bool
    fresh: bool
    won: bool
    """Whether it is one of the connected cities that won the match."""

    @property
    def marked(self) -> bool:
        """Whether it shows more than its name, which the page's fixed drawing already has."""
        return self.owner is not None or self.contested or self.choosable

    @property
    def states(self) -> str:
        return css_classes(
            *(("held", f"seat-{self.owner}") if self.owner is not None else ()),
            is_contested=self.contested,
            is_legal=self.choosable,
            is_fresh=self.fresh,
            is_kingdom=self.won,
        )

    @property
    def at(self) -> str:
        """Its place for an SVG transform, the same in every language."""
        return f"{self.x} {self.y}"

    @property
    def glows(self) -> bool:
        return self.choosable or self.contested or self.fresh


@dataclass(frozen=True, eq=False)
class Italy:
    """The state of all cities."""

    cities: tuple[City, ...]

    @cached_property
    def marked(self) -> tuple[City, ...]:
        return tuple(city for city in self.cities if city.marked)

    @cached_property
    def coloured(self) -> tuple[City, ...]:
        return tuple(city for city in self.marked if city.owner is not None or city.contested)

    @cached_property
    def choices(self) -> tuple[City, ...]:
        return tuple(city for city in self.cities if city.choosable)

    @cached_property
    def free_names(self) -> str:
        """Return the names of the unconquered cities, for viewers who can't see the map."""
        return ", ".join(city.name for city in self.cities if city.owner is None)


@cached_while_used
def italy_of(
    held: tuple[tuple[str, int], ...],
    names: tuple[str, ...],
    contested: str | None,
    choosable: frozenset[str],
    fresh: str | None,
    kingdom: frozenset[str] = frozenset(),
) -> Italy:
    """Return the map; cached, since most moves change nothing on it, and all viewers see the same.

    Args:
        held: The cities that are held, each with its owner's seat.
        names: The players' names by seat.
        contested: The city that is fought for.
        choosable: The cities that the viewer may choose.
        fresh: The city that was won in the newest battle.
        kingdom: The connected cities that won the match.
    """
    owners = dict(held)
    return Italy(
        tuple(
            City(
                city,
                art.NAMES[city],
                *(*art.CENTRES[city], *art.LABELS[city]),
                owners.get(city),
                names[owners[city]] if city in owners else "",
                contested == city,
                city in choosable,
                city == fresh,
                city in kingdom,
            )
            for city in art.REGIONS
        )
    )


@dataclass(frozen=True)
class Army(Panel):
    """A seat's side of the table."""

    hand: int
    cities: int
    series: int
    group: int
    strength: int
    why: str
    cards: tuple[Card, ...]
    open_hand: tuple[Card, ...]
    passed: bool
    holder: bool
    leading: bool
    takes: frozenset[str] = frozenset()
    """The cards of the army that a scarecrow may take back now."""
    threat: str = ""
    """With what the seat wins the match next, in words; empty if it doesn't."""

    @property
    def states(self) -> str:
        return css_classes(
            f"seat-{self.player.seat}",
            is_turn=self.to_act,
            is_out=self.passed,
            is_leading=self.leading,
            is_you=self.player.you,
            has_cards=self.cards,
        )

    @property
    def played_from(self) -> str:
        """The CSS selector of the place from which the newest card came; "" without one.

        All viewers share the drawing of an army without one.
        """
        if not self.cards or not self.cards[-1].states:
            return ""
        seat = self.player.seat
        return f"#hand-{self.cards[-1].id}" if self.player.you else f"#army-{seat}-head"


@dataclass(frozen=True)
class Report:
    """The result of the last battle, shown until the first card of the next one."""

    city: str
    text: str
    winner: TablePlayer | None
    sides: tuple[tuple[TablePlayer, int], ...]


SUMMED_ABOVE = 5
"""The number of mercenaries above which only their sum is shown."""


def reckoning(cards: Sequence[str], winter: bool) -> str:
    """Explain a strength: “3 + 10, doubled by the drum, + 10 for the heroine”."""
    mercenaries = [MERCENARIES[card] for card in cards if card in MERCENARIES]
    count, heroines = len(mercenaries), cards.count("heroine")
    parts: list[str] = []
    if mercenaries and winter:
        text = ngettext(
            "{count} mercenary at 1 in winter", "{count} mercenaries at 1 in winter", count
        )
        parts.append(text.format(count=count))
    elif count > SUMMED_ABOVE:
        text = _("{sum} from {count} mercenaries")
        parts.append(text.format(sum=sum(mercenaries), count=count))
    elif mercenaries:
        parts.append(" + ".join(map(str, sorted(mercenaries))))
    if mercenaries and "drum" in cards:
        parts.append(_("doubled by the drum"))
    if not heroines:
        plain = count == len(parts) == 1 and not winter
        return "" if plain else ", ".join(parts)
    more = ngettext("+ 10 for the heroine", "+ 10 for each of {count} heroines", heroines).format(
        count=heroines
    )
    simple = len(parts) < 2 and not winter
    return f"{', '.join(parts)}{' ' if simple else ', '}{more}" if parts else more
