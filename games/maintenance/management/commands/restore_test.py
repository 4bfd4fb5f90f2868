"""`manage.py restore_test [FILE]`: restore a backup elsewhere and replay all its matches."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser

from games.maintenance.restore_test import restore_and_replay


class Command(BaseCommand):
    help = (
        "Take a backup (or a file), restore it into a database of its own, apply the missing"
        " migrations, replay every match there and in the store, and clean up. Exit status 1 if it"
        " fails."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, nargs="?", help="a backup; else one is taken now")
        parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")

    def handle(self, *, file: Path | None, jobs: int, **_: object) -> None:
        found = restore_and_replay(file, jobs)
        taken = f", then {len(found.migrated)} migrations applied" if found.migrated else ""
        lines = [
            f"{found.backup}: {found.size:,} bytes, {found.rows:,} rows restored{taken}.",
            f"{found.matches:,} matches replayed, {found.compared:,} of them compared with the"
            " store.",
            *found.faulty,
            f"The restore test FAILED: {len(found.faulty)} matches."
            if found.faulty
            else "The restore test passed.",
        ]
        self.stdout.write("\n".join(lines))
        if found.faulty:
            sys.exit(1)
