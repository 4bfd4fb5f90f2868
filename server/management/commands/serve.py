"""`manage.py serve`: the whole site in one process: pages, sockets and the worker loop."""

from __future__ import annotations

import gc
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.module_loading import import_string

from accounts.unsent_mail import listens_on
from games.workers.worker import work_forever
from server.programs import run_uvicorn
from server.warmup import warm_up


class Command(BaseCommand):
    help = "Prepare the database and serve the site, with the worker inside."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--no-worker", action="store_true", help="bots play elsewhere")
        parser.add_argument("--no-migrate", action="store_true", help="leave the database alone")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["no_migrate"]:
            call_command("migrate", verbosity=0, interactive=False)
        warm_up(import_string("config.asgi.pages"))
        gc.collect()
        # Objects of the start live on: the garbage collector need not scan them again.
        gc.freeze()
        host, port = options["host"], options["port"]
        listens_on(host)
        address = f"http://{host}:{port}/"
        self.stdout.write(self.style.SUCCESS(f"Tavola is open at {address} (Ctrl-C closes it)."))
        if not settings.MAIL_IS_SET_UP:
            self.stdout.write("No mail is set up: what would be mailed is printed here.")
        if not run_uvicorn(host, port, None if options["no_worker"] else work_forever):
            raise CommandError(f"Port {port} is taken. Choose another one with --port.")
