"""`manage.py check_site`: each setting in plain words, and whether what it names answers."""

from __future__ import annotations

from textwrap import fill

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from core.environment import Environment, meanings
from games.administration.checks import all_checks
from games.titles.registry import broken_titles

WIDTH, MARGIN = 100, "    "
WORKER_UNSEEN = (
    "    –  Worker: without Redis only the process that it runs in sees it, at /administration/."
)
MARKS = {"good": "ok", "warn": "look", "bad": "WRONG"}


class Command(BaseCommand):
    help = "Print each setting and what it means here, and check database, Redis, mail and worker."

    def handle(self, **options: object) -> None:
        environment: Environment = settings.ENVIRONMENT
        means = meanings(settings.BASE_DIR / "docs" / "operations.md")
        for one in environment.variables:
            source = "set" if one.given else "default"
            self.stdout.write(f"{one.name} = {one.shown or '(empty)'}   ({source})")
            if meaning := means.get(one.name):
                self.stdout.write(
                    fill(meaning, WIDTH, initial_indent="    ", subsequent_indent="    ")
                )
        self.stdout.write("")
        checks = all_checks()
        for check in checks:
            line = f"{MARKS[check.tone]:>5}  {check.name}: {check.state}"
            self.stdout.write(f"{line}. {check.words}" if check.words else line)
        if not settings.REDIS_URL:
            self.stdout.write(WORKER_UNSEEN)
        for name, reason in broken_titles().items():
            self.stdout.write(f" look  The game “{name}” is left out. {reason}")
        wrong = sum(check.tone == "bad" for check in checks)
        if wrong:
            raise CommandError(f"{wrong} of {len(checks)} checks found something wrong.")
