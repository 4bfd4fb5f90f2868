"""The parts of the battlefield, all hashable, so that their drawings can be cached."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.panels import Panel, css_classes
from games.boards.seats import TablePlayer
from games.titles.kharnage.board.motions import Motion

if TYPE_CHECKING:
    from games.titles.kharnage.board.faces import Mark, Plan, Unit
    from games.titles.kharnage.board.tolls import Toll


@dataclass(frozen=True)
class Stack:
    """Equal cards together, in an army or among the destroyed ones."""

    key: str
    unit: Unit
    count: int = 1
    motion: Motion | None = None
    stays: bool = False
    move: str = ""
    note: str = ""
    """What a click on it does, or why it does nothing."""
    falls: int = 0
    halves: int = 0
    """The number of them that an attack destroys with half its strength; `falls`: with all."""
    loses: tuple[tuple[str, int], ...] = ()
    """What its army would lose by a web on it: icons, each with the strength lost."""

    @property
    def edges(self) -> int:
        """The number of card edges that are drawn."""
        return min(self.count, 4)


@dataclass(frozen=True)
class Rank:
    """One of an army's three lines; `open`: whether the current attack can reach it."""

    line: str
    name: str
    stacks: tuple[Stack, ...]
    open: bool


@dataclass(frozen=True)
class Blow:
    """A button on an army to attack it, as the only one or as the second of two."""

    move: str
    label: str
    kind: str
    strength: int
    toll: Toll
    first: int | None = None
    ranged_only: bool = False


@dataclass(frozen=True)
class Head:
    """An army's owner and strength, and the owner's cards and points."""

    player: TablePlayer
    place: str
    small: bool
    """Whether a phone shows the army small, until the viewer enlarges it."""
    emblem: str
    name: str
    race: str
    """The army's name in one word, where there is little room."""
    melee: int
    ranged: int
    magic: int
    knights: bool
    reach: tuple[TablePlayer, ...] | None
    points: int
    tokens: int
    reserve: int
    plans: tuple[Plan, ...]
    generals: tuple[Unit, ...]
    kills: tuple[Stack, ...]
    state: str
    left: int | None
    waits: int | None

    @property
    def fallen(self) -> int:
        """The number of cards its owner has destroyed this round."""
        return sum(stack.count for stack in self.kills)

    @property
    def reach_words(self) -> str:
        """The players its melee attacks reach, in words."""
        if not self.reach:
            return _("Melee reaches no one.")
        return _("Melee reaches {names}.").format(names=", ".join(c.name for c in self.reach))


@dataclass(frozen=True)
class Army(Panel):
    """A seat's side of the hill: its head, its three lines, and how it can be attacked."""

    head: Head
    ranks: tuple[Rank, ...]
    blows: tuple[Blow, ...]
    half: Toll | None
    """What falls here as the first of two, if an attack may be split."""
    thrown: Toll | None
    """What a throw would destroy here, while the viewer decides about it."""
    barred: str
    """Why it cannot be attacked, while others can."""
    opened: bool
    open_reserve: tuple[Unit, ...]

    @property
    def asks(self) -> bool:
        return self.opened

    @property
    def aims(self) -> bool:
        return bool(self.blows)

    @property
    def stands(self) -> bool:
        """Whether it has a card left."""
        return any(rank.stacks for rank in self.ranks)

    @property
    def longest(self) -> int:
        """The number of cards of its longest line, between 3 and 8: they have room in each line."""
        return min(8, max(3, *(len(rank.stacks) for rank in self.ranks)))

    @property
    def states(self) -> str:
        return css_classes(
            f"seat-{self.player.seat}",
            f"at-{self.head.place}",
            f"most-{self.longest}",
            is_you=self.player.you,
            is_turn=self.to_act,
            is_target=self.head.left is not None,
            is_open=self.opened,
            is_aimable=self.blows,
            is_barred=self.barred,
        )


@dataclass(frozen=True)
class Turn:
    """A seat in the order of this round, with its plan and its state."""

    player: TablePlayer
    plan: Plan | None
    state: str
    motion: Motion | None = None


@dataclass(frozen=True)
class Acting:
    """The strategy card being carried out: its icons that are done, current and to come."""

    player: TablePlayer
    plan: Plan
    rows: tuple[tuple[Mark, ...], ...]
    pile: int


@dataclass(frozen=True)
class Strike:
    """The current attack."""

    kind: str
    name: str
    strength: int
    targets: tuple[tuple[TablePlayer, int], ...]

    @property
    def half(self) -> int:
        return (self.strength + 1) // 2


@dataclass(frozen=True)
class Moment:
    """A Kharnage: the attacker, and the player whose army fell."""

    key: str
    player: TablePlayer
    fallen: TablePlayer


@dataclass(frozen=True)
class Losses:
    """What a player lost in a turn."""

    player: TablePlayer
    count: int
    cards: str
    kharnage: bool

    @property
    def words(self) -> str:
        text = ngettext(
            "{name} lost {n} card: {cards}.", "{name} lost {n} cards: {cards}.", self.count
        )
        if self.player.you:
            text = ngettext(
                "You lost {n} card: {cards}.", "You lost {n} cards: {cards}.", self.count
            )
        return text.format(name=self.player.name, n=self.count, cards=self.cards)


@dataclass(frozen=True)
class LastTurn:
    """The results of the last turn that ended."""

    player: TablePlayer
    initiative: int
    came: int
    losses: tuple[Losses, ...]

    @property
    def words(self) -> str:
        """The number of cards that came, in words; "" for none."""
        if not self.came:
            return ""
        return ngettext("{n} card came", "{n} cards came", self.came).format(n=self.came)


@dataclass(frozen=True)
class Hill:
    """The middle of the table: the round, the order of turns, and the current turn."""

    round: int
    rounds: int
    phase: str
    turns: tuple[Turn, ...]
    acting: Acting | None
    strike: Strike | None
    surprise: Unit | None
    report: tuple[tuple[TablePlayer, int, int], ...]
    """The last round: each player with the cards destroyed and the points."""
    last: LastTurn | None
    moment: Moment | None
