"""`manage.py backup_drill [FILE]`: restore a backup elsewhere and replay every match of it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.maintenance.drill import drill


class Command(BaseCommand):
    help = (
        "Take a backup (or a file), restore it into a database of its own, bring that up to date,"
        " replay every match there and in the store, and clear up. Exit status 1 if it fails."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, nargs="?", help="a backup; else one is taken now")
        parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")

    def handle(self, *args: Any, **options: Any) -> None:
        found = drill(options["file"], options["jobs"])
        taken = f", then took {len(found.migrated)} migrations" if found.migrated else ""
        lines = [
            f"{found.backup}: {found.size:,} bytes, {found.rows:,} rows restored{taken}.",
            f"{found.matches:,} matches replayed, {found.compared:,} of them compared with the"
            " store.",
            *found.faulty,
            f"The drill FAILED: {len(found.faulty)} matches."
            if found.faulty
            else "The drill passed.",
        ]
        self.stdout.write("\n".join(lines))
        if found.faulty:
            sys.exit(1)
