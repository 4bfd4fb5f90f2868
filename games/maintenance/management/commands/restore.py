"""`manage.py restore FILE`: replace the database with a backup while the servers are stopped."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser

from core.databases import unapplied
from games.maintenance import stores
from games.maintenance.backups import restore


class Command(BaseCommand):
    help = "Restore a backup, completely or not at all. The servers and workers must be stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--force",
            action="store_true",
            help="overwrite a store that is not empty; it is backed up first",
        )

    def handle(self, *, file: Path, force: bool, **_: object) -> None:
        saved = restore(file, force=force)
        with stores.opened(stores.site_settings()) as alias:
            missing = unapplied(alias)
        if saved is not None:
            self.stdout.write(f"The previous data is in {saved}.")
        self.stdout.write(f"{file.name} is restored.")
        then = "Replay all matches with manage.py verify_matches."
        if missing:
            self.stdout.write(f"It is from an older version: it lacks {len(missing)} migrations.")
            then = f"Run manage.py migrate. {then}"
        self.stdout.write(then)
