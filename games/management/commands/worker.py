"""`manage.py worker`: the worker loop in a process of its own."""

from __future__ import annotations

import asyncio
import signal
from typing import Any

from django.core.management.base import BaseCommand

from games.worker import work_forever


class Command(BaseCommand):
    help = "Let the bots play and the clocks run out. Beside the servers; `serve` has it inside."

    def handle(self, *args: Any, **options: Any) -> None:
        asyncio.run(self._work())

    async def _work(self) -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(name, stop.set)
        self.stdout.write("The worker is at work.")
        await work_forever(stop)
