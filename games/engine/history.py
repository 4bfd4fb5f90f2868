"""A sequence that never changes and grows by sharing, for the steps of a match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from threading import Lock
from typing import TypeVar, overload

Item = TypeVar("Item")
_lock = Lock()


class History(Sequence[Item]):
    """The items so far. A longer history shares them with the one it was made from.

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

        Only a second history made from the same one copies the items: the first one appended to the
        list that both would share.
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

    __hash__ = None  # type: ignore[assignment]  # as of lists: items may have no hash
