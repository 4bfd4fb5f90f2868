"""`manage.py check_cards`: is this a card set for Kharnage, and the whole of it? No database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.record import parse_json
from games.engine.refusals import Refusal
from games.titles.kharnage.rules.cardset import built_in_text, check_cards, read_cards


class Command(BaseCommand):
    help = "Check a card set for Kharnage: our own, or a file. Needs no database."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", default=None, help="a card set; else our own")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            path = options["file"]
            data = parse_json(built_in_text() if path is None else Path(path).read_bytes())
            remarks = check_cards(data)
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read.") from error
        except Refusal as refusal:
            raise CommandError(refusal.reason) from refusal
        cards = read_cards(data)
        for army in cards.armies.values():
            self.stdout.write(
                f"{army.id}: {sum(card.count for card in army.units)} units, "
                f"{len(army.generals)} generals, {len(army.strategies)} strategies"
            )
        for remark in remarks:
            self.stdout.write(f"remark: {remark}")
        self.stdout.write("This set can be played." if remarks else "This is a whole set.")
