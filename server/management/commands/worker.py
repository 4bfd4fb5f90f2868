"""`manage.py worker`: the worker loop in a process of its own."""

from __future__ import annotations

import asyncio
import signal
from threading import Thread
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.workers.worker import work_forever
from server.programs import close_pools, uvicorn_config
from watch.asgi import Monitoring


class Command(BaseCommand):
    help = "Let the bots play and the clocks run out. Beside the servers; `serve` has it inside."

    _thread: Thread | None = None

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--watch-port", type=int, help="answer /healthz, /readyz and /metrics there"
        )
        parser.add_argument("--watch-host", default="127.0.0.1")
        parser.add_argument(
            "--bots", action="store_true", help="the bots alone: clocks run out elsewhere"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            asyncio.run(self._work(options))
        finally:
            self._stop_monitoring()
            close_pools()

    async def _work(self, options: dict[str, Any]) -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(name, stop.set)
        # Only now: whoever hears that it is there may tell it to stop.
        if options["watch_port"] is not None:
            self._serve_monitoring(options["watch_host"], options["watch_port"])
        self.stdout.write("The worker is at work.")
        # Without Redis no other process can tell this one of its moves.
        announced = bool(settings.REDIS_URL)
        await work_forever(stop, announced=announced, bots_alone=options["bots"])

    def _serve_monitoring(self, host: str, port: int) -> None:
        """Serve the monitoring endpoints in a thread, so that the work does not wait for them."""
        config = uvicorn_config(Monitoring(token=settings.METRICS_TOKEN), host, port)
        self._monitoring = uvicorn.Server(config)
        self._thread = Thread(target=self._monitoring.run, name="watch", daemon=True)
        self._thread.start()
        while self._thread.is_alive() and not self._monitoring.started:
            self._thread.join(0.05)
        if not self._monitoring.started:
            raise CommandError(f"Port {port} is taken. Choose another one with --watch-port.")

    def _stop_monitoring(self) -> None:
        """End the thread: Python may crash where one still runs an event loop when it exits."""
        if self._thread is not None:
            self._monitoring.should_exit = True
            self._thread.join()
