"""What a seat knows: its view, and everything it was shown before.

A view shows the current position; a player also remembers how it came about. An information
state is built only from the seat's first view and the effects that the seat may know, in order. It
never has access to the true position.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Generic, Protocol, Self, TypeVar

from games.engine.values import Effect, Options, View


class World(Protocol):
    """The parts of a `Position` that this module uses."""

    @property
    def information_state(self) -> type[InformationState[Any]]:
        """The subclass of the game."""
        ...

    @property
    def options(self) -> Options:
        """All options with their values."""
        ...

    def view(self, seat: int | None) -> View:
        """Return what a seat may know."""
        ...

    def clone(self) -> Self:
        """Return a copy that shares no mutable state."""
        ...


P = TypeVar("P", bound=World)


class InformationState(ABC, Generic[P]):
    """What one seat of a game knows; each game has its own subclass (`Position.information_state`).

    A game whose views show everything worth remembering needs only `lay_open` and `draw`. Other
    games add attributes: `begin` sets them, `learn` updates them, `draw` and `agrees_with` use
    them.

        known = rules.information_state(rules, seat, options, view)
        known.learn(effect)
        world = known.resample(later_view, rng)
    """

    rules: type[P]

    def __init__(self, rules: type[P], seat: int, options: Options, view: View) -> None:
        self.rules = rules
        self.seat = seat
        self.options = options
        self.begin(view)
        self._laid: tuple[View, P] | None = None

    def begin(self, view: View) -> None:
        """Prepare the memory from the first view; a game may begin in a prepared position."""

    def learn(self, effect: Effect) -> None:
        """Remember one effect; called in order with those that are `known_to` the seat."""

    def shown(self, seat: int, cards: Iterable[str]) -> None:
        """Remember cards that another seat has shown to this one (`showable`)."""

    @abstractmethod
    def lay_open(self, view: View) -> P:
        """Return a position with everything the view shows, and hidden parts left empty."""

    @abstractmethod
    def draw(self, world: P, view: View, rng: Random) -> None:
        """Fill in the hidden parts of `world` without contradicting what the seat knows.

        More likely worlds must be drawn more often.

        Args:
            world: The position from `lay_open`; it is changed.
            view: The seat's current view.
            rng: The only source of chance.
        """

    def take_back(self, world: P) -> Sequence[int]:
        """Take back the choices of other seats in `world` that are still secret from this one.

        `draw` chooses them at random. A caller with a better model of the others lets the returned
        seats, which are then to move, choose again.
        """
        return ()

    def agrees_with(self, position: P) -> bool:
        """Return whether a position that matches the view also matches what the seat remembers."""
        return True

    def resample(self, view: View, rng: Random) -> P:
        """Return a random position that is consistent with everything the seat knows.

        Args:
            view: The seat's current view; the position has the same view for the seat.
            rng: The source of chance.
        """
        laid = self._laid
        if laid is None or laid[0] is not view:
            # Many worlds are drawn from one view, which does not change.
            laid = self._laid = (view, self.lay_open(view))
        world = laid[1].clone()
        self.draw(world, view, rng)
        return world


def information_state_of(position: P, seat: int, view: View | None = None) -> InformationState[P]:
    """Return the information state of a seat that has only seen its current view."""
    seen = position.view(seat) if view is None else view
    return position.information_state(type(position), seat, position.options, seen)


def tell(information_state: InformationState[P], effects: Iterable[Effect]) -> None:
    """Let a seat learn those effects of a move that it may know."""
    for effect in effects:
        if effect.known_to(information_state.seat):
            information_state.learn(effect)
