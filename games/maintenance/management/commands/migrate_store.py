"""`manage.py migrate_store`: move a whole site to another database."""

from __future__ import annotations

import os

from django.core.management.base import BaseCommand, CommandParser

from games.maintenance.moving import move
from games.maintenance.stores import settings_of, site_settings


class Command(BaseCommand):
    help = (
        "Move everything into an empty, migrated database, compare it there and replay every"
        " match on both sides. The site must be stopped."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--from",
            dest="source",
            metavar="URL",
            help="a database URL or an SQLite file; by default the site's database",
        )
        parser.add_argument("--to", dest="target", metavar="URL", required=True)
        parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")

    def handle(self, *, source: str | None, target: str, jobs: int, **_: object) -> None:
        settings = settings_of(source) if source else site_settings()
        moved = move(settings, settings_of(target), jobs)
        for table, count in moved.rows.items():
            self.stdout.write(f"{table:<32}{count:>12,}")
        self.stdout.write(
            f"Moved and compared: {sum(moved.rows.values()):,} rows with equal digests,"
            f" {moved.matches:,} matches replayed with the same result on both sides."
        )
        for faulty in moved.faulty:
            self.stdout.write(f"Faulty before the move: {faulty}")
        self.stdout.write("Set DATABASE_URL to the new database, keep SECRET_KEY, and start.")
