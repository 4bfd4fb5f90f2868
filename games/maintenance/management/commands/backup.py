"""`manage.py backup`: the whole database in one file, while the site is open."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.maintenance.backups import back_up


class Command(BaseCommand):
    help = "Back up the database while it is in use. The file contains all secrets: protect it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", type=Path, default=settings.VAR_DIR / "backups", metavar="DIR")
        parser.add_argument(
            "--keep", type=int, default=0, metavar="N", help="remove all but the N newest"
        )

    def handle(self, *, to: Path, keep: int, **_: object) -> None:
        if keep < 0:
            raise CommandError("--keep takes how many backups stay; 0 keeps all.")
        self.stdout.write(str(back_up(to, keep)))
