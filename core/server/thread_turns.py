"""A limit on the page threads that one network address uses at the same time.

Otherwise a client that requests many pages at once could occupy all threads. Requests beyond the
limit wait for earlier requests from the same address; none is refused.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager


class Turns:
    """Turns that each owner gets in the order of the requests, at most `most` at the same time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._gates: dict[Hashable, asyncio.Semaphore] = {}
        self._inside: Counter[Hashable] = Counter()

    @asynccontextmanager
    async def of(self, owner: Hashable) -> AsyncIterator[None]:
        """Wait for a turn of this owner, and hold it during the block."""
        gate = self._gates.setdefault(owner, asyncio.Semaphore(self._most))
        self._inside[owner] += 1
        try:
            async with gate:
                yield
        finally:
            self._inside[owner] -= 1
            if not self._inside[owner]:
                # Owners without requests take no memory.
                del self._inside[owner], self._gates[owner]
