"""`manage.py restore FILE`: replace the database by a backup, the servers being stopped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.maintenance import stores
from games.maintenance.backups import restore


class Command(BaseCommand):
    help = "Restore a backup, whole or not at all. The servers and workers must be stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--force",
            action="store_true",
            help="overwrite a store that is not empty; it is backed up first",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        saved = restore(options["file"], force=options["force"])
        with stores.opened(stores.site_settings()) as alias:
            missing = stores.unapplied(alias)
        if saved is not None:
            self.stdout.write(f"What was there is in {saved}.")
        self.stdout.write(f"{options['file'].name} is restored.")
        if missing:
            self.stdout.write(f"It is of an older version: {len(missing)} migrations are to come.")
        self.stdout.write("manage.py verify_matches replays all matches.")
