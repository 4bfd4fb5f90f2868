"""How many of the threads that answer pages one network address has at the same time.

Threads of one process share the interpreter: whoever asks for many pages at once would otherwise
keep all threads, and whoever asks for one besides waits behind them. What is beyond its share waits
for what the same address asked before; nothing is refused.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager


class Turns:
    """Turns of each owner, so many at a time and in the order in which they were asked for."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._gates: dict[Hashable, asyncio.Semaphore] = {}
        self._inside: Counter[Hashable] = Counter()

    @asynccontextmanager
    async def of(self, owner: Hashable) -> AsyncIterator[None]:
        """A turn of this owner, as long as the block lasts."""
        gate = self._gates.setdefault(owner, asyncio.Semaphore(self._most))
        self._inside[owner] += 1
        try:
            async with gate:
                yield
        finally:
            self._inside[owner] -= 1
            if not self._inside[owner]:
                # Who asks for nothing takes no memory.
                del self._inside[owner], self._gates[owner]
