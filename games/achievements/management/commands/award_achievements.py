"""`manage.py award_achievements`: look through the matches that ended before, or for new things."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.achievements.services.assessments import assess, mark_failed, unassessed


class Command(BaseCommand):
    help = (
        "Find the achievements and habits of finished matches. Stopped at any time, it goes on"
        " where it was; exit status 1 if a match could not be played again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--anew", action="store_true", help="look through all matches, not only for what is new"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        matches = earned = failed = 0
        for match_id in unassessed(anew=options["anew"]):
            matches += 1
            try:
                earned += assess(match_id)
            except Exception as error:
                failed += 1
                mark_failed(match_id)
                why = f"{type(error).__name__}: {error}"
                self.stderr.write(f"{match_id} could not be played again: {why}")
        words = f"{matches:,} matches looked through, {earned:,} achievements found in them."
        self.stdout.write(words)
        if failed:
            self.stdout.write(f"{failed:,} could not be played again; run it again to retry.")
            sys.exit(1)
