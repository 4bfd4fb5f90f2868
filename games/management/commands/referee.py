"""`manage.py referee`: judge records. Needs no database."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.record import parse_json
from games.engine.referee import Wishes, judge, play_at_random
from games.engine.refusals import Refusal
from games.rules import SHELF, newest
from games.rules.condottiere.battle import judge_battle


def viewer(value: str) -> Any:
    if value == "public" or value.isdecimal():
        return value if value == "public" else int(value)
    raise ValueError(value)


class Command(BaseCommand):
    help = "Replay records through the rules and answer in JSON. Needs no database."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", default="-", help="a record's file; - is stdin")
        parser.add_argument("--lines", action="store_true", help="one record a line")
        parser.add_argument("--legal", action="store_true", help="add every legal move now")
        parser.add_argument("--trace", action="store_true", help="add the position after each move")
        parser.add_argument("--view", type=viewer, help="a seat or `public`: its view instead")
        parser.add_argument("--verify", action="store_true", help="check a finished match's record")
        parser.add_argument("--battle", action="store_true", help="armies in, strengths out")
        parser.add_argument("--random", type=int, metavar="N", help="play N random games, timed")
        parser.add_argument("--game", default="condottiere")
        parser.add_argument("--seats", type=int, default=None)
        parser.add_argument("--options", default="{}", help="a JSON object, for --random")
        parser.add_argument("--seed", default="0")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["random"] is not None:
            self._print(self._random(options))
            return
        wishes = Wishes(options["legal"], options["trace"], options["view"], options["verify"])
        all_ok = True
        for text in self._texts(options):
            answer = judge_battle(text) if options["battle"] else judge(text, SHELF, wishes)
            all_ok = all_ok and answer.get("ok", True)
            self._print(answer)
        if not all_ok:
            sys.exit(1)

    def _random(self, options: dict[str, Any]) -> dict[str, Any]:
        try:
            rules = newest(options["game"])
            seats = options["seats"] if options["seats"] is not None else rules.game.seats[0]
            agreed = parse_json(options["options"])
            return play_at_random(rules, options["random"], seats, agreed, options["seed"])
        except Refusal as refusal:
            raise CommandError(refusal.reason) from refusal

    def _texts(self, options: dict[str, Any]) -> Iterator[bytes]:
        if options["file"] == "-":
            yield from self._split(sys.stdin.buffer, options["lines"])
            return
        try:
            with open(options["file"], "rb") as file:
                yield from self._split(file, options["lines"])
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read.") from error

    def _split(self, file: BinaryIO, lines: bool) -> Iterator[bytes]:
        if not lines:
            yield file.read()
            return
        for line in file:
            if line.strip():
                yield line

    def _print(self, answer: dict[str, Any]) -> None:
        self.stdout.write(json.dumps(answer))
        self.stdout.flush()
