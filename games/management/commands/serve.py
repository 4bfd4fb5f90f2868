"""`manage.py serve`: the whole house in one process: pages, sockets and the worker loop."""

from __future__ import annotations

import asyncio
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    help = "Prepare the database and serve the site, with the worker inside."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--server", choices=["daphne", "uvicorn"], default="daphne")
        parser.add_argument("--no-worker", action="store_true", help="bots play elsewhere")
        parser.add_argument("--no-migrate", action="store_true", help="leave the database alone")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["no_migrate"]:
            call_command("migrate", verbosity=0, interactive=False)
        address = f"http://{options['host']}:{options['port']}/"
        self.stdout.write(self.style.SUCCESS(f"Tavola is open at {address} (Ctrl-C closes it)."))
        serve = {"daphne": self._daphne, "uvicorn": self._uvicorn}[options["server"]]
        serve(options["host"], options["port"], not options["no_worker"])

    def _daphne(self, host: str, port: int, worker: bool) -> None:
        from daphne.server import Server
        from twisted.internet import reactor

        from config.asgi import application

        stop = asyncio.Event()
        if worker:
            reactor.callWhenRunning(lambda: asyncio.ensure_future(self._work(stop)))
        reactor.addSystemEventTrigger("before", "shutdown", stop.set)
        server = Server(
            application,
            endpoints=[f"tcp:port={port}:interface={host}"],
            server_name="Tavola",
            http_timeout=None,
            verbosity=0,
        )
        server.run()
        if server.listening_addresses == []:
            raise CommandError(f"Port {port} is taken. Choose another one with --port.")

    def _uvicorn(self, host: str, port: int, worker: bool) -> None:
        import uvicorn

        from config.asgi import application

        config = uvicorn.Config(
            application, host=host, port=port, lifespan="off", log_level="warning"
        )
        asyncio.run(self._serve(uvicorn.Server(config), worker))

    async def _serve(self, server: Any, worker: bool) -> None:
        stop = asyncio.Event()
        work = asyncio.ensure_future(self._work(stop)) if worker else None
        await server.serve()
        stop.set()
        if work is not None:
            await work

    async def _work(self, stop: asyncio.Event) -> None:
        from games.worker import work_forever

        await work_forever(stop)
