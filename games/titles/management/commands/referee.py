"""`manage.py referee`: judge records. Needs no database."""

from __future__ import annotations

import sys

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.referee_command import HELP, CannotAnswer, Referee
from games.titles.registry import ALL_RULES, newest, slugs, titles


def referee_of_this_site() -> Referee:
    judges = {name: own for title in titles() for name, own in title.judges.items()}
    return Referee(slugs(), ALL_RULES, newest, judges)


class Command(BaseCommand):
    help = HELP
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        referee_of_this_site().add_arguments(parser)

    def handle(self, **options: object) -> None:
        try:
            all_ok = referee_of_this_site().run(options, self.stdout)
        except CannotAnswer as error:
            raise CommandError(str(error)) from error
        if not all_ok:
            sys.exit(1)
