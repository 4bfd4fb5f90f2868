"""What the battlefield is put together from. All of it is hashable, to be cached as drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.boards.panels import Panel, css_classes

if TYPE_CHECKING:
    from games.matches.presenters.table import Chair
    from games.titles.kharnage.board.faces import Mark, Plan, Unit


@dataclass(frozen=True)
class Motion:
    """From where something came just now, and as the how-manieth thing."""

    origin: str
    turn: int

    @property
    def after(self) -> str:
        """Milliseconds to wait; words, so that no language writes them with a comma."""
        return str(min(self.turn * STEP, LAST))


STEP = 130
LAST = 1950


@dataclass(frozen=True)
class Stack:
    """Equal cards standing together, or lying among the destroyed ones."""

    key: str
    unit: Unit
    count: int = 1
    motion: Motion | None = None
    stays: bool = False
    move: str = ""
    act: str = ""
    """What clicking it does, in words."""

    @property
    def edges(self) -> int:
        """How many more cards are seen to lie below."""
        return min(self.count, 4)


@dataclass(frozen=True)
class Rank:
    """One of an army's three lines. `open`: it is what the attack has come to."""

    line: str
    name: str
    stacks: tuple[Stack, ...]
    open: bool


@dataclass(frozen=True)
class Blow:
    """A button on an army: attack it, alone or as the second of two."""

    move: str
    label: str
    strength: int
    first: int | None = None
    ranged_only: bool = False


@dataclass(frozen=True)
class Facts:
    """What a player has: points, and what is still to come."""

    points: int
    tokens: int
    reserve: int
    plans: tuple[Plan, ...]
    generals: tuple[Unit, ...]


@dataclass(frozen=True)
class Head:
    """Who leads an army, how strong it is, what its owner has and has taken."""

    chair: Chair
    place: str
    emblem: str
    name: str
    melee: int
    ranged: int
    magic: int
    knights: bool
    reach: tuple[Chair, ...] | None
    facts: Facts
    kills: tuple[Stack, ...]
    state: str
    left: int | None
    waits: int | None

    @property
    def fallen(self) -> int:
        """How many cards it has destroyed this round."""
        return sum(stack.count for stack in self.kills)

    @property
    def reach_words(self) -> str:
        """Whom its melee attacks reach."""
        if not self.reach:
            return _("Melee reaches nobody.")
        return _("Melee reaches {names}.").format(names=", ".join(c.name for c in self.reach))


@dataclass(frozen=True)
class Army(Panel):
    """A seat's side of the hill: its head, its three lines, and how it can be attacked."""

    head: Head
    ranks: tuple[Rank, ...]
    blows: tuple[Blow, ...]
    splits: bool
    opened: bool
    open_reserve: tuple[Unit, ...]

    @property
    def asks(self) -> bool:
        return self.opened

    @property
    def aims(self) -> bool:
        return bool(self.blows)

    @property
    def states(self) -> str:
        return css_classes(
            f"seat-{self.chair.seat}",
            f"at-{self.head.place}",
            is_you=self.chair.you,
            is_turn=self.to_act,
            is_target=self.head.left is not None,
            is_open=self.opened,
            is_aimable=self.blows,
        )


@dataclass(frozen=True)
class Turn:
    """A seat in the order of this round: what it planned, and how far it is."""

    chair: Chair
    plan: Plan | None
    state: str
    motion: Motion | None = None


@dataclass(frozen=True)
class Acting:
    """The strategy card being carried out: its icons, done, doing and to do."""

    chair: Chair
    plan: Plan
    rows: tuple[tuple[Mark, ...], ...]
    pile: int


@dataclass(frozen=True)
class Strike:
    """The attack being made."""

    kind: str
    name: str
    strength: int
    targets: tuple[tuple[Chair, int], ...]

    @property
    def half(self) -> int:
        return (self.strength + 1) // 2


@dataclass(frozen=True)
class Scored:
    """How a seat came out of the last round."""

    chair: Chair
    fallen: int
    points: int


@dataclass(frozen=True)
class Moment:
    """A Kharnage: who called it, over whom."""

    key: str
    chair: Chair
    fallen: Chair


@dataclass(frozen=True)
class Hill:
    """The middle of the table: the round, who acts when, what is being carried out."""

    round: int
    rounds: int
    phase: str
    turns: tuple[Turn, ...]
    acting: Acting | None
    strike: Strike | None
    surprise: Unit | None
    report: tuple[Scored, ...]
    moment: Moment | None
