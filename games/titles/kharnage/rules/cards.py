"""The cards and their icons (spec: Components; Icons). The values are data: `cards.json`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

Thing = TypeVar("Thing")

LINES = ("front", "center", "back")
"""The lines, nearest the hill first: attacked in this order."""

SIZES = {"human": 34, "orc": 35, "dwarf": 30, "goblin": 38}
"""The four armies and the numbers of their unit cards."""

ARMIES = tuple(SIZES)
GENERALS = {"human": 1, "orc": 1, "dwarf": 1, "goblin": 2}
STRATEGIES = 7

SURPRISE_ATTACKS = ("surprise-melee", "surprise-ranged", "surprise-magic")
SURPRISES = (*SURPRISE_ATTACKS, "surprise-reinforce", "throw", "web")
"""The icons that act once, when the card is deployed."""

LASTING = ("melee", "ranged", "magic", "shield", "trample", "knight")
LARGE = "large:"
FLAGS = ("unit", "general")
ATTACKS = ("melee", "ranged")

Step = tuple[str, int]
"""A surprise icon that acts on its own, with its strength or number."""


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A unit or a general; all copies of a unit are this one object."""

    id: str
    name: str
    army: str
    line: int
    defence: int
    icons: tuple[str, ...]
    count: int
    is_general: bool
    # Derived from the icons.
    cost: int = field(init=False)
    melee: int = field(init=False)
    ranged: int = field(init=False)
    magic: int = field(init=False)
    trample: int = field(init=False)
    knight: bool = field(init=False)
    large: frozenset[str] = field(init=False)
    steps: tuple[Step, ...] = field(init=False)
    set_up_steps: tuple[Step, ...] = field(init=False)

    def __post_init__(self) -> None:
        derive = object.__setattr__
        derive(self, "cost", self.defence + self.icons.count("shield"))
        for icon in ("melee", "ranged", "magic", "trample"):
            derive(self, icon, self.icons.count(icon))
        derive(self, "knight", "knight" in self.icons)
        derive(self, "large", frozenset(i for i in self.icons if i.startswith(LARGE)))
        derive(self, "steps", surprise_steps(self.icons))
        # In set-up only reinforcements (and large) work.
        derive(self, "set_up_steps", tuple(s for s in self.steps if s[0] == "surprise-reinforce"))

    def __repr__(self) -> str:
        return f"<{self.id}>"


def surprise_steps(icons: Sequence[str]) -> tuple[Step, ...]:
    """Return the surprise icons in the order in which they act, left to right."""
    steps: list[Step] = []
    for place, icon in enumerate(icons):
        if icon in SURPRISE_ATTACKS:
            # Equal surprise attack icons are one attack of their number, where the first stands.
            if icon not in icons[:place]:
                steps.append((icon, icons.count(icon)))
        elif icon in SURPRISES:
            steps.append((icon, 1))
    return tuple(steps)


@dataclass(frozen=True, slots=True, eq=False)
class Strategy:
    """A strategy card: rows of icons, carried out from the top, left to right."""

    id: str
    army: str
    initiative: int
    rows: tuple[tuple[str, ...], ...]
    icons: tuple[str, ...] = field(init=False)
    deploy_at: int = field(init=False)
    """The number of icons that are done when the pile is deployed; -1 without flags."""

    def __post_init__(self) -> None:
        icons = tuple(icon for row in self.rows for icon in row)
        flags = [place for place, icon in enumerate(icons) if icon in FLAGS]
        object.__setattr__(self, "icons", icons)
        # The pile is deployed once, directly after the card's last flag.
        object.__setattr__(self, "deploy_at", flags[-1] + 1 if flags else -1)

    def count(self, icon: str) -> int:
        return self.icons.count(icon)


@dataclass(frozen=True, slots=True, eq=False)
class Army:
    """All cards of one army."""

    id: str
    name: str
    units: tuple[Card, ...]
    generals: tuple[Card, ...]
    strategies: tuple[Strategy, ...]

    @property
    def set_up(self) -> Strategy:
        """The strategy card of initiative 0."""
        return next(strategy for strategy in self.strategies if not strategy.initiative)

    @property
    def hand(self) -> list[Strategy]:
        """The strategy cards in hand at the start: all except that of initiative 0."""
        return [strategy for strategy in self.strategies if strategy.initiative]

    @property
    def reserve(self) -> list[str]:
        """The ids of the unit cards, copy by copy."""
        return [card.id for card in self.units for _ in range(card.count)]


@dataclass(frozen=True, slots=True, eq=False)
class CardSet:
    """The cards a game is played with."""

    armies: dict[str, Army]
    cards: dict[str, Card] = field(init=False)
    strategies: dict[str, Strategy] = field(init=False)

    def __post_init__(self) -> None:
        armies = self.armies.values()
        cards = {card.id: card for army in armies for card in (*army.units, *army.generals)}
        strategies = {strategy.id: strategy for army in armies for strategy in army.strategies}
        object.__setattr__(self, "cards", cards)
        object.__setattr__(self, "strategies", strategies)


def ids(things: Iterable[Card | Strategy]) -> list[str]:
    return [thing.id for thing in things]
