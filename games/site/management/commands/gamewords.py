"""`manage.py gamewords`: the words of one game, collected for translation and compiled."""

from __future__ import annotations

from contextlib import chdir
from pathlib import Path

import polib
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.titles.registry import folder_of, slugs

CATALOGUE = "LC_MESSAGES/django.po"


class Command(BaseCommand):
    help = "Collect the words of a game into its locale/*/LC_MESSAGES/django.po, and compile them."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the game")
        parser.add_argument(
            *("-l", "--language"),
            action="append",
            dest="languages",
            choices=[code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE],
            help="a language to add or renew; without it, those that the game has",
        )

    def handle(self, *, slug: str, languages: list[str] | None, **_: object) -> None:
        if slug not in slugs():
            raise CommandError(f"There is no game “{slug}” here. EXTRA_TITLES names those outside.")
        folder = folder_of(slug) / "locale"
        languages = languages or sorted(path.parts[-3] for path in folder.glob(f"*/{CATALOGUE}"))
        if not languages:
            raise CommandError("The game has no language yet. Name one: -l de")
        # Only words below a folder “locale” go there, not into the catalogues of the site.
        folder.mkdir(exist_ok=True)
        with chdir(folder.parent):
            call_command("makemessages", locale=languages, verbosity=0)
        for language in languages:
            self._compile(folder / language / CATALOGUE, language)

    def _compile(self, path: Path, language: str) -> None:
        if not path.exists():
            raise CommandError("The game has no words to translate: mark them with gettext.")
        catalogue = polib.pofile(str(path))
        catalogue.save_as_mofile(str(path.with_suffix(".mo")))
        done, total = len(catalogue.translated_entries()), len(catalogue)
        self.stdout.write(f"{language}  {done} of {total} translated  {path}")
