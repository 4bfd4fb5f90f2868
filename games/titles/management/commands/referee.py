"""`manage.py referee`: judge records. Needs no database."""

from __future__ import annotations

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.referee_command import HELP, CannotAnswer, Referee, is_good
from games.titles.registry import ALL_RULES, newest, slugs, titles


def referee_of_this_site() -> Referee:
    judges = {name: own for title in titles() for name, own in title.judges.items()}
    return Referee(slugs(), ALL_RULES, newest, judges)


class Command(BaseCommand):
    help = HELP
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        referee_of_this_site().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        all_ok = True
        try:
            for answer in referee_of_this_site().answers(options):
                all_ok = all_ok and is_good(answer)
                self.stdout.write(json.dumps(answer))
                self.stdout.flush()
        except CannotAnswer as error:
            raise CommandError(str(error)) from error
        if not all_ok:
            sys.exit(1)
