"""Registries: the way in which a package adds something to a package below it.

The lower package owns the registry, and asks it; the higher one registers in its `receivers.py`,
`privacy.py` or `urls.py`. What needs no answer is a Django signal instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import update_wrapper
from typing import Generic, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R")


class Registry(Generic[T]):
    """Entries of one kind.

        rated_checks: Registry[Callable[[User], Answer]] = Registry("rated checks")

        rated_checks.register(may_go_on_rated)
        all(check(user) for check in rated_checks)

    They are in the order of registration, which is that of `INSTALLED_APPS`.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._entries: list[T] = []

    def register(self, entry: T) -> T:
        """Add an entry and return it, so that this is a decorator too.

        Raises:
            ValueError: It is registered already.
        """
        if entry in self._entries:
            raise ValueError(f"{self.name}: {entry!r} is registered already")
        self._entries.append(entry)
        return entry

    def __iter__(self) -> Iterator[T]:
        return iter(self._entries)

    def __reversed__(self) -> Iterator[T]:
        return reversed(self._entries)

    @contextmanager
    def replaced(self, *entries: T) -> Iterator[None]:
        """Have only these entries within the block, for tests."""
        before, self._entries = self._entries, []
        try:
            for entry in entries:
                self.register(entry)
            yield
        finally:
            self._entries = before


class Slot(Registry[Callable[P, R]], Generic[P, R]):
    """A function that one higher package may set.

        @Slot
        def is_annulled(match: Match) -> bool:
            return False

        is_annulled.register(ratings.is_annulled)
        is_annulled(match)

    Until then it is the decorated one, which says what the site does without that package.
    """

    def __init__(self, default: Callable[P, R]) -> None:
        super().__init__(default.__name__)
        self._default = default
        update_wrapper(self, default)

    def register(self, entry: Callable[P, R]) -> Callable[P, R]:
        """Set the function.

        Raises:
            ValueError: Another one is set already.
        """
        if self._entries:
            raise ValueError(f"{self.name}: {self._entries[0]!r} is registered already")
        return super().register(entry)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        function = self._entries[0] if self._entries else self._default
        return function(*args, **kwargs)
