"""The parts of the table of Babel."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from games.boards.seats import TablePlayer
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

LONG = 11
"""The size from which a row is a long one."""
TIER = 20
"""The height of a level in the drawing of a temple (templates/games/babel/_art.html)."""


@dataclass(frozen=True)
class Offer:
    """A power that the viewer can use now: its effect, and the move that uses it."""

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
    """A power that the viewer can't use now, and the reason."""

    power: str
    reason: str

    @property
    def name(self) -> str:
        return str(POWER_NAMES[self.power])


@dataclass(frozen=True)
class Group:
    """Adjacent cards of one tribe in a row; three or more are `bound` and give powers."""

    tribe: str
    start: int
    slots: tuple[tuple[bool, bool], ...]
    """For each card: whether it just came, and whether it would migrate."""
    offers: tuple[Offer, ...]
    idle: tuple[Idle, ...]
    powers: tuple[str, ...]
    """The powers on its badge: those that the viewer can use, or else the one that would work."""
    wants_stone: bool = False
    """Whether the group is the viewer's, who is on turn with the stone at another site."""

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
        """Whether it has a menu of its powers, with the reasons why some can't be used."""
        return bool(self.offers or self.idle)

    @property
    def badges(self) -> list[tuple[str, str]]:
        """The emblem and name of each power on its badge."""
        return [(power, str(POWER_NAMES[power])) for power in self.powers]

    @property
    def uses(self) -> int:
        return uses_of(self.size)

    @property
    def name(self) -> str:
        """The number and tribe of its cards: “3 Medes”, “Mede”."""
        return counted(self.tribe, self.size) if self.size > 1 else str(NAMES[self.tribe])

    @property
    def tip(self) -> str:
        """The use of these cards, in sentences."""
        if not self.bound:
            return power_words(self.tribe)
        given = _("{power}: {help}")
        words = [
            given.format(power=POWER_NAMES[power], help=POWER_HELP[power])
            for power in powers_of(self.tribe)
        ]
        if self.wants_stone:
            words.insert(0, _("Your stone must be here to use a power."))
        return " ".join(words)


@dataclass(frozen=True)
class Goal:
    """A migration of three cards to a site, and the groups that they would form there."""

    source: str
    move: str
    gains: tuple[tuple[str, int], ...]
    row: tuple[str, ...]
    """The row afterwards."""

    @property
    def size(self) -> int:
        return len(self.row)

    @property
    def powers(self) -> list[str]:
        return [POWER_OF[tribe] for tribe, _size in self.gains]

    @property
    def promise(self) -> str:
        return promise_of(self.gains)


def promise_of(groups: Iterable[tuple[str, int]]) -> str:
    """Return groups with their powers in words: “4 Persians: Skip”."""
    return ", ".join(
        f"{counted(tribe, size)}: {POWER_NAMES[POWER_OF[tribe]]}" for tribe, size in groups
    )


@dataclass(frozen=True)
class Leaving:
    """The three cards that would migrate from a row, and the run that this would break up."""

    cards: tuple[str, ...]
    """Bottom → top."""
    broken: tuple[str, int] | None
    """The tribe of the broken run, and how many of its cards would stay: too few for a power."""

    @property
    def words(self) -> str:
        """The sentence about them, such as “2 Medes and 1 Persian go: choose their site.”."""
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

    player: TablePlayer
    site: str
    groups: tuple[Group, ...]
    came_from: str
    leaving: Leaving | None

    @property
    def size(self) -> int:
        return sum(group.size for group in self.groups)

    @property
    def is_long(self) -> bool:
        """Whether small screens show it in columns."""
        return self.size >= LONG

    @property
    def key(self) -> str:
        return f"row-{self.player.seat}-{self.site}"

    @property
    def label(self) -> str:
        return _("{name}’s row {there}, from the bottom").format(
            name=self.player.name, there=AMONG[self.site]
        )

    @property
    def migrate_label(self) -> str:
        return _("Migrate the top three cards from here: {site}").format(site=PEOPLE[self.site])


@dataclass(frozen=True)
class Temple:
    """A seat's temple at a site, and the levels that it has just lost."""

    player: TablePlayer
    site: str
    levels: tuple[int, ...]
    fresh: bool
    lost: tuple[int, ...]

    @property
    def height(self) -> int:
        return self.levels[-1] if self.levels else 0

    @property
    def tiers(self) -> list[tuple[int, bool]]:
        """Every level up to the top, and whether the temple has a card of it."""
        return [(level, level in self.levels) for level in range(1, self.height + 1)]

    @property
    def ghosts(self) -> range:
        """The levels that it has just lost."""
        return range(self.height + 1, self.top + 1)

    @property
    def top(self) -> int:
        """The height of the drawing, in levels."""
        return max(self.height, *self.lost, 1)

    @property
    def box(self) -> str:
        """The visible part of the drawing, as an SVG view box."""
        return f"0 {-TIER * self.top} 64 {TIER * self.top}"

    @property
    def label(self) -> str:
        text = _("{name}’s temple {there}: height {height}, cards {cards}.")
        if not self.levels:
            text = _("{name} has no temple {there}.")
        return text.format(
            name=self.player.name,
            there=AMONG[self.site],
            height=self.height,
            cards=", ".join(map(str, self.levels)),
        )


@dataclass(frozen=True)
class Site:
    """A building site: its rows, temples and stones, and the viewer's possible actions there."""

    id: str
    far: Row
    near: Row
    far_temple: Temple
    near_temple: Temple
    stones: tuple[TablePlayer, ...]
    fresh_stone: int | None
    here: bool
    travel: int
    """The number of the viewer's cards with which the stone can travel here."""
    goals: tuple[Goal, ...]
    threatened: bool
    """Whether the other player wins the match here next."""

    @property
    def name(self) -> str:
        return str(PEOPLE[self.id])

    @property
    def tone(self) -> str:
        return TONES[self.id]

    @property
    def bare(self) -> bool:
        """Whether the site is empty: no card, no temple, no stone."""
        rows, temples = (self.far, self.near), (self.far_temple, self.near_temple)
        stands = any(row.groups for row in rows) or any(temple.levels for temple in temples)
        return not (stands or self.stones)

    @property
    def place(self) -> int:
        """Its place in the row of sites, from 1, which is also the key to travel there."""
        return SITES.index(self.id) + 1

    @property
    def travel_label(self) -> str:
        if self.travel == 1:
            only = _("Travel {there}: this discards your only {card}.")
            return only.format(there=TO[self.id], card=NAMES[self.id])
        several = _("Travel {there}: this discards one of your {cards}.")
        return several.format(there=TO[self.id], cards=counted(self.id, self.travel))

    @property
    def goal_label(self) -> str:
        return _("Migrate three cards {there}").format(there=TO[self.id])
