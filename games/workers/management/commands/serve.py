"""`manage.py serve`: the whole site in one process: pages, sockets and the worker loop."""

from __future__ import annotations

import gc
import socket

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.module_loading import import_string

from accounts.unsent_mail import is_closed_to_others, listens_on
from core.server.programs import port_number, require_free, run_uvicorn
from games.administration.checks import setup_checks
from games.site.warmup import warm_up
from games.titles.registry import broken_titles
from games.workers.worker import work_forever

CLOSED = (
    "Other computers cannot use it yet: set ALLOWED_HOSTS to the names and addresses by which they"
    " open it:\nALLOWED_HOSTS={address},localhost make play HOST={host} PORT={port}\n"
    "The log names each one that is missing."
)
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  # to recognise them
UNUSED_ADDRESS = "192.0.2.1"
"""An address of documentation (RFC 5737); nothing is sent there."""


def own_address() -> str:
    """Return the address by which others in the network reach this computer."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((UNUSED_ADDRESS, 9))
        except OSError:
            return "127.0.0.1"
        address: str = probe.getsockname()[0]
        return address


class Command(BaseCommand):
    help = "Prepare the database and serve the site, with the worker inside."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=port_number, default=8000)
        parser.add_argument("--no-worker", action="store_true", help="bots play elsewhere")
        parser.add_argument("--no-migrate", action="store_true", help="do not migrate the database")

    def handle(
        self, *, host: str, port: int, no_worker: bool, no_migrate: bool, **_: object
    ) -> None:
        require_free(host, port)
        if not no_migrate:
            call_command("migrate", verbosity=0, interactive=False)
        if not (settings.BEHIND_TLS or settings.ENVIRONMENT.is_given("SITE_URL")):
            # Only here the port is known.
            settings.SITE_URL = f"{settings.SITE_URL.rpartition(':')[0]}:{port}"
        warm_up(import_string("config.asgi.pages"))
        gc.collect()
        # Objects from the start live on, so the garbage collector need not scan them.
        gc.freeze()
        listens_on(host)
        words = self._words(host, port)
        work = None if no_worker else work_forever
        if not run_uvicorn(host, port, work, lambda: self.stdout.write(words)):
            raise CommandError(f"The server could not listen at {host}:{port}. Try again.")

    def _words(self, host: str, port: int) -> str:
        """Return what the command prints once the site can be opened."""
        here, outside = ("127.0.0.1", own_address()) if host in EVERYWHERE else (host, host)
        words = [self.style.SUCCESS(f"Tavola is open at http://{here}:{port}/ (Ctrl-C closes it).")]
        if is_closed_to_others():
            words.append(self.style.WARNING(CLOSED.format(address=outside, host=host, port=port)))
        elif outside != here:
            words.append(f"Other computers in your network open http://{outside}:{port}/")
        words += [
            self.style.ERROR(f"{check.name}: {check.state}. {check.words}")
            for check in setup_checks(remote=False)
            if check.tone == "bad"
        ]
        words += [
            self.style.ERROR(f"The game “{name}” is left out. {reason}")
            for name, reason in broken_titles().items()
        ]
        if not settings.MAIL_IS_SET_UP:
            words.append(
                "Email is not set up: messages are printed here instead. Their links begin with"
                f" {settings.SITE_URL} (SITE_URL)."
            )
        return "\n".join(words)
