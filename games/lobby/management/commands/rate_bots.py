"""`manage.py rate_bots`: open rated matches between bots only, for the worker to play."""

from __future__ import annotations

import json

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.refusals import Refusal
from games.lobby.services.lobby import TableRequest, open_for_bots
from games.titles.registry import all_games

MOST = 100


class Command(BaseCommand):
    help = "Open rated matches between bots, in the bots' own ladder; the worker plays them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", default=all_games()[0].slug)
        parser.add_argument(
            "--seats", default="normal,easy", help="different levels, separated by commas"
        )
        parser.add_argument("--matches", type=int, default=1, help=f"up to {MOST} at a time")
        parser.add_argument("--options", default="{}", help="a JSON object")

    def handle(self, *, game: str, seats: str, matches: int, options: str, **_: object) -> None:
        if not 1 <= matches <= MOST:
            raise CommandError(f"--matches takes a number from 1 to {MOST}.")
        levels = tuple(seats.split(","))
        try:
            agreed = json.loads(options)
            request = TableRequest(game, len(levels), agreed, bots=levels)
            for _match in range(matches):
                self.stdout.write(open_for_bots(request).id)
        except json.JSONDecodeError as error:
            raise CommandError("--options takes a JSON object.") from error
        except Refusal as refusal:
            raise CommandError(refusal.reason) from refusal
