"""What a seat knows: a view, and all it was told.

A view shows the table as it is; a person also remembers how it came to be so. Knowledge is built
from the view a seat began with and, in order, each happening it was told, and from nothing else:
whoever holds it never had the true position in their hands.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from games.engine.contract import Happening, Options, Position, View

P = TypeVar("P", bound="Position")


class Knowledge(ABC, Generic[P]):
    """What one seat of a game knows; each game has a class of its own (`Position.knowledge`).

    A game in which a view shows all that is worth remembering needs `lay_open` and `draw` alone.
    What its views forget, it remembers in attributes of its own, which `begin` sets and `learn`
    changes, and which `draw` and `agrees_with` go by.
    """

    rules: type[P]

    def __init__(self, rules: type[P], seat: int, options: Options, view: View) -> None:
        self.rules = rules
        self.seat = seat
        self.options = options
        self.begin(view)
        self._laid: tuple[View, P] | None = None

    def begin(self, view: View) -> None:
        """Before the first move: a game may begin in a prepared position."""

    def learn(self, happening: Happening) -> None:
        """One thing that the seat was told: those that are `known_to` it, in their order."""

    def shown(self, seat: int, cards: Iterable[str]) -> None:
        """Another seat has shown this one some cards that it holds (`showable`)."""

    @abstractmethod
    def lay_open(self, view: View) -> P:
        """A position with all that a view of the seat shows; what it hides is left empty."""

    @abstractmethod
    def draw(self, world: P, view: View, rng: Random) -> None:
        """Fill in what the view hides, so that nothing contradicts what the seat was told.

        What is likelier for all that was told is drawn more often. All luck comes from `rng`.
        """

    def agrees_with(self, position: P) -> bool:
        """Whether a position that the view fits also fits all that was remembered."""
        return True

    def imagine(self, view: View, rng: Random) -> P:
        """A position that may be the true one for all the seat knows; `view` is its view now.

        Its view for the seat is that view, and it agrees with everything the seat was told.
        """
        laid = self._laid
        if laid is None or laid[0] is not view:
            # Many worlds are drawn from one view, which nobody changes.
            laid = self._laid = (view, self.lay_open(view))
        world = laid[1].clone()
        self.draw(world, view, rng)
        return world


def knowledge_of(position: Position, seat: int, view: View | None = None) -> Knowledge[Any]:
    """What a seat knows that has just sat down: its view, and nothing of what was before."""
    rules = type(position)
    seen = position.view(seat) if view is None else view
    return rules.knowledge(rules, seat, position.options, seen)


def tell(knowledge: Knowledge[Any], happenings: Iterable[Happening]) -> None:
    """Let a seat know what it may know of what a move brought about."""
    for happening in happenings:
        if happening.known_to(knowledge.seat):
            knowledge.learn(happening)
