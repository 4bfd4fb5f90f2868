"""The history of a match: its steps, who may know of them, and a sequence that holds them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from threading import Lock
from typing import TypeVar, overload

from games.engine.contract import Effect, Json

Item = TypeVar("Item")
_lock = Lock()


class EventKind(StrEnum):
    """The kinds of events that a match is stored as."""

    MOVE = "move"
    RESIGN = "resign"
    TIMEOUT = "timeout"
    EXPEL = "expel"
    ABORT = "abort"
    AWAY = "away"
    SHOW = "show"
    UNDO = "undo"
    RENAME = "rename"
    RESUME = "resume"
    AGREE = "agree"


PUBLIC = frozenset(
    (
        *(EventKind.RESIGN, EventKind.TIMEOUT, EventKind.EXPEL, EventKind.ABORT),
        *(EventKind.AWAY, EventKind.RESUME, EventKind.AGREE),
    )
)
"""The kinds of events that every viewer may know of."""


class History(Sequence[Item]):
    """The items so far; a longer history shares them with the one it was made from.

    >>> opening = History(["e4", "e5"])
    >>> list(opening.then("Nf3"))
    ['e4', 'e5', 'Nf3']
    >>> len(opening)
    2
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    def then(self, *more: Item) -> History[Item]:
        """Return the history with more items at its end.

        The first call appends to the shared list. A second call on the same history copies its
        items.
        """
        with _lock:
            items = self._items
            if len(items) != self._length:
                items = items[: self._length]
            items.extend(more)
        longer: History[Item] = History.__new__(History)
        longer._items, longer._length = items, self._length + len(more)
        return longer

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Item]:
        return islice(self._items, self._length)

    def __reversed__(self) -> Iterator[Item]:
        return reversed(self._items[: self._length])

    @overload
    def __getitem__(self, index: int) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Item]: ...

    def __getitem__(self, index: int | slice) -> Item | Sequence[Item]:
        if isinstance(index, slice):
            return self._items[slice(*index.indices(self._length))]
        if not -self._length <= index < self._length:
            raise IndexError(index)
        return self._items[index % self._length]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return len(other) == len(self) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # like lists: items may not be hashable


@dataclass(frozen=True, slots=True)
class Step:
    """One replayed event: its number, kind, seat and data, and the effects it caused.

    `weaker`: by how many levels the bot that made the move is weaker than the bot at the seat.
    """

    number: int
    kind: str
    seat: int | None
    data: Json
    effects: tuple[Effect, ...] = ()
    weaker: int | None = None


STEP_FIELDS = ("number", "kind", "seat", "data")
"""The fields of a step that are stored with its event, as is `weaker`."""


def is_visible(step: Step, seat: int | None) -> bool:
    """Return whether a viewer, None being the public, may know that this step was taken at all."""
    if step.kind in PUBLIC or (seat is not None and step.seat == seat):
        return True
    if step.kind == EventKind.SHOW:
        return seat in step.data["to"]
    return any(effect.known_to(seat) for effect in step.effects)


def visible_steps(history: Iterable[Step], seat: int | None) -> list[Step]:
    """Return the steps a viewer knows of, in order; their count orders what reaches a screen."""
    return [step for step in history if is_visible(step, seat)]


def is_replayed(step: Step, seat: int | None) -> bool:
    """Return whether a replay shows this step: not cards that others were shown, nor renamings."""
    return step.kind not in (EventKind.SHOW, EventKind.RENAME) or is_visible(step, seat)


def undone_numbers(history: Iterable[Step]) -> set[int]:
    """Return the numbers of the moves that were undone."""
    return {step.effects[0].facts["number"] for step in history if step.kind == EventKind.UNDO}


def last_move(history: Sequence[Step]) -> Step | None:
    """Return the newest move that was not undone."""
    undone = 0
    for step in reversed(history):
        if step.kind == EventKind.UNDO:
            undone += 1
        elif step.kind == EventKind.MOVE:
            if not undone:
                return step
            undone -= 1
    return None
