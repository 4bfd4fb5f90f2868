"""What the table of Babel is put together from."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.words import list_words
from games.titles.babel.board.faces import (
    AMONG,
    NAMES,
    PEOPLE,
    POWER_HELP,
    POWER_NAMES,
    TO,
    TONES,
    counted,
    power_words,
)
from games.titles.babel.board.outlook import powers_of, uses_of
from games.titles.babel.rules.cards import RUN, SITES
from games.titles.babel.rules.moves import POWER_OF

if TYPE_CHECKING:
    from games.matches.presenters.chairs import Chair

LONG = 11
"""A row of so many cards is a long one."""
TIER = 20
"""How high a level is in the drawing of a temple (templates/games/babel/_art.html)."""


@dataclass(frozen=True)
class Offer:
    """A power that can be used now: what it would do, and the move that does it."""

    power: str
    move: str
    label: str
    effect: str
    mark: str

    @property
    def name(self) -> str:
        return str(POWER_NAMES[self.power])


@dataclass(frozen=True)
class Idle:
    """A power that cannot be used now, and why."""

    power: str
    reason: str

    @property
    def name(self) -> str:
        return str(POWER_NAMES[self.power])


@dataclass(frozen=True)
class Group:
    """Adjacent cards of one tribe in a row; three or more are bound and give powers."""

    tribe: str
    start: int
    slots: tuple[tuple[bool, bool], ...]
    """Of each card, whether it just came, and whether it would migrate."""
    offers: tuple[Offer, ...]
    idle: tuple[Idle, ...]
    powers: tuple[str, ...]
    """What its badge names: the powers that can be used, or, where the stone is not, the one that
    would have an effect."""
    wants_stone: bool = False
    """Whether it is mine, on my turn, and my stone is elsewhere."""

    @property
    def size(self) -> int:
        return len(self.slots)

    @property
    def tone(self) -> str:
        return TONES[self.tribe]

    @property
    def bound(self) -> bool:
        return self.size >= RUN

    @property
    def opens(self) -> bool:
        """Whether it has a menu: what it can do, and why it cannot do the rest."""
        return bool(self.offers or self.idle)

    @property
    def badges(self) -> list[tuple[str, str]]:
        """The powers of its badge: emblem and name."""
        return [(power, str(POWER_NAMES[power])) for power in self.powers]

    @property
    def uses(self) -> int:
        return uses_of(self.size)

    @property
    def name(self) -> str:
        """“3 Medes”, “Mede”."""
        return counted(self.tribe, self.size) if self.size > 1 else str(NAMES[self.tribe])

    @property
    def tip(self) -> str:
        """What these cards are good for."""
        if not self.bound:
            return power_words(self.tribe)
        given = _("{power}: {help}")
        words = [
            given.format(power=POWER_NAMES[power], help=POWER_HELP[power])
            for power in powers_of(self.tribe)
        ]
        if self.wants_stone:
            words.insert(0, _("Your stone must stand here for a power."))
        return " ".join(words)


@dataclass(frozen=True)
class Goal:
    """Where three cards may migrate from a site, and the groups they would make there."""

    source: str
    move: str
    gains: tuple[tuple[str, int], ...]
    size: int
    """How many cards there will be."""

    @property
    def powers(self) -> list[str]:
        return [POWER_OF[tribe] for tribe, _size in self.gains]

    @property
    def promise(self) -> str:
        """“4 Persians: Skip”."""
        return ", ".join(
            f"{counted(tribe, size)}: {POWER_NAMES[POWER_OF[tribe]]}" for tribe, size in self.gains
        )


@dataclass(frozen=True)
class Leaving:
    """The three cards that would migrate from a row, and the run that this would break up."""

    cards: tuple[str, ...]
    """Bottom → top."""
    broken: tuple[str, int] | None
    """Its tribe, and how many of it would stay: too few for a power."""

    @property
    def words(self) -> str:
        """“2 Medes and 1 Persian go: choose their site.”"""
        text = _("{cards} go: choose their site.")
        cards = [counted(tribe, len(list(equal))) for tribe, equal in groupby(self.cards)]
        words = text.format(cards=list_words(cards))
        if self.broken is None:
            return words
        tribe, left = self.broken
        loss = _("{cards} stay: too few for {power}.")
        if left == 1:
            loss = _("{cards} stays: too few for {power}.")
        lost = loss.format(cards=counted(tribe, left), power=POWER_NAMES[POWER_OF[tribe]])
        return f"{words} {lost}"


@dataclass(frozen=True)
class Row:
    """A seat's tribe cards at a site, bottom → top, equal neighbours together."""

    chair: Chair
    site: str
    groups: tuple[Group, ...]
    came_from: str
    leaving: Leaving | None

    @property
    def size(self) -> int:
        return sum(group.size for group in self.groups)

    @property
    def is_long(self) -> bool:
        """Whether it stands in columns where the room is small."""
        return self.size >= LONG

    @property
    def key(self) -> str:
        return f"row-{self.chair.seat}-{self.site}"

    @property
    def label(self) -> str:
        return _("{name}’s row {there}, from the bottom").format(
            name=self.chair.name, there=AMONG[self.site]
        )

    @property
    def migrate_label(self) -> str:
        return _("Migrate the top three cards from here: {site}").format(site=PEOPLE[self.site])


@dataclass(frozen=True)
class Temple:
    """A seat's temple at a site, and what of it has just fallen."""

    chair: Chair
    site: str
    levels: tuple[int, ...]
    fresh: bool
    lost: tuple[int, ...]

    @property
    def height(self) -> int:
        return self.levels[-1] if self.levels else 0

    @property
    def tiers(self) -> list[tuple[int, bool]]:
        """Every level up to the top, and whether it has a card of it."""
        return [(level, level in self.levels) for level in range(1, self.height + 1)]

    @property
    def ghosts(self) -> range:
        """The levels that have just fallen."""
        return range(self.height + 1, self.top + 1)

    @property
    def top(self) -> int:
        """How high the drawing reaches."""
        return max(self.height, *self.lost, 1)

    @property
    def box(self) -> str:
        """The part of the drawing that is seen, as an SVG view box wants it."""
        return f"0 {-TIER * self.top} 64 {TIER * self.top}"

    @property
    def label(self) -> str:
        text = _("{name}’s temple {there}: height {height}, cards {cards}.")
        if not self.levels:
            text = _("{name} has no temple {there}.")
        return text.format(
            name=self.chair.name,
            there=AMONG[self.site],
            height=self.height,
            cards=", ".join(map(str, self.levels)),
        )


@dataclass(frozen=True)
class Site:
    """A building site: whose stones are there, and what can be done there now."""

    id: str
    far: Row
    near: Row
    far_temple: Temple
    near_temple: Temple
    stones: tuple[Chair, ...]
    fresh_stone: int | None
    here: bool
    travel: int
    """How many of my cards the stone can travel here with."""
    goals: tuple[Goal, ...]

    @property
    def name(self) -> str:
        return str(PEOPLE[self.id])

    @property
    def tone(self) -> str:
        return TONES[self.id]

    @property
    def bare(self) -> bool:
        """Whether nothing stands here: no card, no temple, no stone."""
        rows, temples = (self.far, self.near), (self.far_temple, self.near_temple)
        stands = any(row.groups for row in rows) or any(temple.levels for temple in temples)
        return not (stands or self.stones)

    @property
    def place(self) -> int:
        """Its place in the row of sites, from 1: the key that travels there."""
        return SITES.index(self.id) + 1

    @property
    def travel_label(self) -> str:
        text = ngettext(
            "Travel {there}: this discards your only {card}.",
            "Travel {there}: this discards one of your {cards}.",
            self.travel,
        )
        return text.format(
            there=TO[self.id], card=NAMES[self.id], cards=counted(self.id, self.travel)
        )

    @property
    def goal_label(self) -> str:
        return _("Migrate three cards {there}").format(there=TO[self.id])
