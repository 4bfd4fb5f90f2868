"""`manage.py award_achievements`: assess the finished matches that still need it."""

from __future__ import annotations

import sys

from django.core.management.base import BaseCommand, CommandParser

from games.achievements.services.assessments import assess, mark_failed, unassessed


class Command(BaseCommand):
    help = (
        "Find the achievements and habits of finished matches. It can be stopped at any time and"
        " continues where it stopped; exit status 1 if a match could not be replayed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--all", action="store_true", help="assess all matches again, not only new ones"
        )

    def handle(self, *, all: bool, **_: object) -> None:
        matches = earned = failed = 0
        for match_id in unassessed(again=all):
            matches += 1
            try:
                earned += assess(match_id)
            except Exception as error:
                failed += 1
                mark_failed(match_id)
                why = f"{type(error).__name__}: {error}"
                self.stderr.write(f"{match_id} could not be replayed: {why}")
        words = f"{matches:,} matches assessed, {earned:,} achievements found in them."
        self.stdout.write(words)
        if failed:
            self.stdout.write(f"{failed:,} could not be replayed; run it again to retry.")
            sys.exit(1)
