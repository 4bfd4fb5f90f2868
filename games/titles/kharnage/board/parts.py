"""What the battlefield is put together from. All of it is hashable, to be cached as drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.boards.panels import Panel, css_classes
from games.engine.contract import Happening
from games.titles.kharnage.rules.cards import CardSet

if TYPE_CHECKING:
    from games.matches.presenters.table import Chair
    from games.matches.services.event_store import Step
    from games.titles.kharnage.board.faces import Mark, Plan, Unit


Which = tuple[int, str]
"""A seat, and a card it got."""
STEP = 130
LAST = 1950
"""Milliseconds between what moves one after the other, and the most that anything waits."""


@dataclass(frozen=True)
class Motion:
    """From where something came just now, and how many milliseconds after the first thing."""

    origin: str
    after: str


def _motion(origin: str, turn: int) -> Motion:
    """The motion of the how-manieth thing; a string, so that no language adds a comma."""
    return Motion(origin, str(min(turn * STEP, LAST)))


def stack_key(seat: int, card: str, web: bool = False) -> str:
    """The id of the element of equal cards in an army."""
    return f"unit-{seat}-{card}{'-web' if web else ''}"


@dataclass
class Motions:
    """Of the newest step: cards that came to an army and how many, cards taken, plans shown."""

    arrived: dict[Which, Motion] = field(default_factory=dict)
    came: dict[Which, int] = field(default_factory=dict)
    taken: dict[Which, Motion] = field(default_factory=dict)
    shown: dict[int, Motion] = field(default_factory=dict)


def motions_of(fresh: Iterable[Happening], cards: CardSet, me: int | None) -> Motions:
    """Read them from the happenings of a step; one thing moves after the other."""
    found = Motions()
    turn = 0
    for kind, facts, _to in fresh:
        if kind == "revealed":
            for seat, plan in enumerate(facts["plans"]):
                home = f"#hand-{plan}" if seat == me else f"#army-{seat}-head"
                found.shown[seat] = _motion(home, 0)
            turn += 2
        elif kind == "deployed":
            which = (facts["seat"], facts["card"])
            general = cards.cards[facts["card"]].is_general
            origin = f"#general-{facts['card']}" if general else f"#reserve-{facts['seat']}"
            found.arrived.setdefault(which, _motion(origin, turn))
            found.came[which] = found.came.get(which, 0) + 1
            turn += 1
        elif kind == "destroyed":
            origin = f"#{stack_key(facts['target'], facts['card'], facts['web'])}"
            found.taken.setdefault((facts["seat"], facts["card"]), _motion(origin, turn))
            turn += 1
    return found


def last_round(steps: Sequence[Step], seats: int) -> list[list[str]]:
    """The cards each seat destroyed in the round that was scored last; they are still shown."""
    taken: list[list[str]] = [[] for _ in range(seats)]
    scored = False
    for step in reversed(steps):
        for kind, facts, _to in reversed(step.happenings):
            if kind == "scored":
                if scored:
                    return taken
                scored = True
            elif kind == "revealed":
                return taken
            elif kind == "destroyed" and scored:
                taken[facts["seat"]].insert(0, facts["card"])
    return taken


@dataclass(frozen=True)
class Stack:
    """Equal cards together, in an army or among the destroyed ones."""

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
    strength: int
    first: int | None = None
    ranged_only: bool = False


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
    report: tuple[tuple[Chair, int, int], ...]
    """The last round: who destroyed how many cards, for how many points."""
    moment: Moment | None
