"""`manage.py playgame`: a table of a game whose maker plays all seats while changing the game."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.template.autoreload import template_changed
from django.utils.autoreload import DJANGO_AUTORELOAD_ENV, file_changed

from core.server.programs import port_number
from games.titles.outside_files import build_files_outside
from games.titles.registry import broken_titles, slugs

HERE = "127.0.0.1"
"""Only this machine reaches the workbench, because it shows all cards."""


class Command(BaseCommand):
    help = "Play all seats of a game on this machine; changed files are loaded at once."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the game")
        parser.add_argument(
            "--from",
            type=Path,
            dest="folder",
            help="the folder of a game outside of this repository",
        )
        parser.add_argument("--port", type=port_number, default=8000)

    def handle(self, *, slug: str, folder: Path | None, port: int, **_: object) -> None:
        needed = _environment(slug, folder)
        if any(os.environ.get(name) != value for name, value in needed.items()):
            # The settings are read once, so the command begins again with others.
            sys.stdout.flush()
            os.execve(  # noqa: S606  # the same command
                sys.executable, [sys.executable, *sys.argv], {**os.environ, **needed}
            )
        if slug not in slugs():
            reason = broken_titles().get(slug, "--from names the folder it is in.")
            raise CommandError(f"There is no game “{slug}” here. {reason}")
        settings.ROOT_URLCONF = "games.workbench.root_urls"
        # A new template starts the process again, as new rules do: parts drawn with it are cached.
        file_changed.disconnect(template_changed, dispatch_uid="template_loaders_file_changed")
        if os.environ.get(DJANGO_AUTORELOAD_ENV) != "true":
            build_files_outside()
            call_command("migrate", verbosity=0, interactive=False)
            self.stdout.write(f"Play at http://{HERE}:{port}/playgame/{slug}/ (Ctrl-C ends it).")
            self.stdout.flush()
        call_command("runserver", f"{HERE}:{port}", skip_checks=True)


def _environment(slug: str, folder: Path | None) -> dict[str, str]:
    """Return the variables that the settings need."""
    needed = {"DEBUG": "yes"}
    if folder is not None:
        paths = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
        extra = [name for name in os.environ.get("EXTRA_TITLES", "").split(",") if name]
        here = str(folder.resolve())
        needed["PYTHONPATH"] = os.pathsep.join(paths if here in paths else [here, *paths])
        needed["EXTRA_TITLES"] = ",".join(extra if slug in extra else [*extra, slug])
    return needed
