"""`manage.py serve`: the whole site in one process: pages, sockets and the worker loop."""

from __future__ import annotations

import gc

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.module_loading import import_string

from accounts.unsent_mail import is_closed_to_others, listens_on
from core.server.programs import run_uvicorn
from games.site.warmup import warm_up
from games.workers.worker import work_forever

CLOSED = (
    "Other computers cannot use it yet: set ALLOWED_HOSTS to the names and addresses by which they"
    " open it, for example ALLOWED_HOSTS=192.168.1.20,localhost. The log names each one that is"
    " missing."
)


class Command(BaseCommand):
    help = "Prepare the database and serve the site, with the worker inside."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--no-worker", action="store_true", help="bots play elsewhere")
        parser.add_argument("--no-migrate", action="store_true", help="do not migrate the database")

    def handle(
        self, *, host: str, port: int, no_worker: bool, no_migrate: bool, **_: object
    ) -> None:
        if not no_migrate:
            call_command("migrate", verbosity=0, interactive=False)
        warm_up(import_string("config.asgi.pages"))
        gc.collect()
        # Objects from the start live on, so the garbage collector need not scan them.
        gc.freeze()
        listens_on(host)
        address = f"http://{host}:{port}/"
        self.stdout.write(self.style.SUCCESS(f"Tavola is open at {address} (Ctrl-C closes it)."))
        if is_closed_to_others():
            self.stdout.write(self.style.WARNING(CLOSED))
        if not settings.MAIL_IS_SET_UP:
            self.stdout.write(
                "Email is not set up: messages are printed here instead. Their links begin with"
                f" {settings.SITE_URL} (SITE_URL)."
            )
        if not run_uvicorn(host, port, None if no_worker else work_forever):
            raise CommandError(f"Port {port} is taken. Choose another one with --port.")
