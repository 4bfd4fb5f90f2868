"""What the battlefield is put together from. All of it is hashable, to be cached as drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.panels import Panel, css_classes
from games.titles.kharnage.board.motions import Motion

if TYPE_CHECKING:
    from games.matches.presenters.chairs import Chair
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
    """What clicking it does, or why it does nothing, in words."""
    falls: int = 0
    halves: int = 0
    """How many of them an attack would destroy, with its whole strength and with half of it."""
    loses: tuple[tuple[str, int], ...] = ()
    """What its army would lose to a web on it: icons, and how much strength."""

    @property
    def edges(self) -> int:
        """How many edges are drawn: the card, and those below it."""
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
    kind: str
    strength: int
    toll: Toll
    first: int | None = None
    ranged_only: bool = False


@dataclass(frozen=True)
class Head:
    """Who leads an army, how strong it is, what its owner has and has taken."""

    chair: Chair
    place: str
    emblem: str
    name: str
    race: str
    """The same in one word, where there is little room."""
    melee: int
    ranged: int
    magic: int
    knights: bool
    reach: tuple[Chair, ...] | None
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
    half: Toll | None
    """What falls here as the first of two, where an attack may be split."""
    thrown: Toll | None
    """What a throw would destroy here, while that is being decided."""
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
    def states(self) -> str:
        return css_classes(
            f"seat-{self.chair.seat}",
            f"at-{self.head.place}",
            is_you=self.chair.you,
            is_turn=self.to_act,
            is_target=self.head.left is not None,
            is_open=self.opened,
            is_aimable=self.blows,
            is_barred=self.barred,
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
class Moment:
    """A Kharnage: who called it, over whom."""

    key: str
    chair: Chair
    fallen: Chair


@dataclass(frozen=True)
class Losses:
    """What a turn cost somebody."""

    chair: Chair
    count: int
    cards: str
    kharnage: bool

    @property
    def words(self) -> str:
        text = ngettext(
            "{name} lost {n} card: {cards}.", "{name} lost {n} cards: {cards}.", self.count
        )
        if self.chair.you:
            text = ngettext(
                "You lost {n} card: {cards}.", "You lost {n} cards: {cards}.", self.count
            )
        return text.format(name=self.chair.name, n=self.count, cards=self.cards)


@dataclass(frozen=True)
class LastTurn:
    """What the turn that was over last has brought about."""

    chair: Chair
    initiative: int
    came: int
    losses: tuple[Losses, ...]

    @property
    def words(self) -> str:
        """How many cards came to whose turn it was; empty for none."""
        if not self.came:
            return ""
        return ngettext("{n} card came", "{n} cards came", self.came).format(n=self.came)


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
    report: tuple[tuple[Chair, int, int], ...]
    """The last round: who destroyed how many cards, for how many points."""
    last: LastTurn | None
    moment: Moment | None
