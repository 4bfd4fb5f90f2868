"""`manage.py worker`: the worker loop in a process of its own."""

from __future__ import annotations

import asyncio
import signal
from threading import Thread

import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.monitoring.asgi import Monitoring
from core.server.programs import close_pools, port_number, require_free, uvicorn_config
from games.titles.outside_files import build_files_outside
from games.workers.worker import work_forever


class Command(BaseCommand):
    help = "Run the bots and the clocks in a process of their own; `serve` has them inside."

    _thread: Thread | None = None

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--monitoring-port",
            type=port_number,
            help="answer /healthz, /readyz and /metrics there",
        )
        parser.add_argument("--monitoring-host", default="127.0.0.1")
        parser.add_argument("--bots", action="store_true", help="run only the bots, not the clocks")

    def handle(
        self, *, monitoring_port: int | None, monitoring_host: str, bots: bool, **_: object
    ) -> None:
        if monitoring_port is not None:
            require_free(monitoring_host, monitoring_port, "--monitoring-")
        build_files_outside()
        try:
            asyncio.run(self._work(monitoring_port, monitoring_host, bots_only=bots))
        finally:
            self._stop_monitoring()
            close_pools()

    async def _work(self, port: int | None, host: str, *, bots_only: bool) -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(name, stop.set)
        # Only after the signal handlers: a supervisor that sees the port may send a signal.
        if port is not None:
            self._serve_monitoring(host, port)
        self.stdout.write("The worker is running.")
        # Without Redis no other process can publish its moves to this one.
        notified = bool(settings.REDIS_URL)
        await work_forever(stop, notified=notified, bots_only=bots_only)

    def _serve_monitoring(self, host: str, port: int) -> None:
        """Serve the monitoring endpoints in a thread, so that the worker does not wait for them."""
        config = uvicorn_config(Monitoring(token=settings.METRICS_TOKEN), host, port)
        self._monitoring = uvicorn.Server(config)
        self._thread = Thread(target=self._monitoring.run, name="watch", daemon=True)
        self._thread.start()
        while self._thread.is_alive() and not self._monitoring.started:
            self._thread.join(0.05)
        if not self._monitoring.started:
            raise CommandError(f"The monitoring could not listen at {host}:{port}. Try again.")

    def _stop_monitoring(self) -> None:
        """End the thread: Python may crash where one still runs an event loop when it exits."""
        if self._thread is not None:
            self._monitoring.should_exit = True
            self._thread.join()
