"""`manage.py check_cards`: check a card set for Kharnage, without a database."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.record import parse_json
from games.engine.refusals import Refusal
from games.titles.kharnage.rules.cardset import built_in_text, check_cards, read_cards


class Command(BaseCommand):
    help = "Check a card set for Kharnage: our own, or a file. Needs no database."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", default=None, help="a card set; else our own")

    def handle(self, *, file: str | None, **_: object) -> None:
        try:
            data = parse_json(built_in_text() if file is None else Path(file).read_bytes())
            remarks = check_cards(data)
        except OSError as error:
            raise CommandError(f"{file} cannot be read.") from error
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
