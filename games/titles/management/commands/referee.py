"""`manage.py referee`: judge records. Needs no database."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.record import NO_JSON, parse_json
from games.engine.referee import Requested, ask, judge, play_at_random
from games.engine.refusals import Refusal
from games.titles.contract import Judge
from games.titles.registry import ALL_RULES, all_games, newest, titles


def viewer(value: str) -> Any:
    if value == "public" or value.isdecimal():
        return value if value == "public" else int(value)
    raise ValueError(value)


NO_LINE = (
    "This line is no JSON: --lines wants one record a line; a whole file is judged without it."
)


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
        for name, own in self._judges():
            parser.add_argument(f"--{name}", action="store_true", help=own.help)
        parser.add_argument("--random", type=int, metavar="N", help="play N random games, timed")
        parser.add_argument("--game", default=all_games()[0].slug)
        parser.add_argument("--seats", type=int, default=None)
        parser.add_argument("--options", default="{}", help="a JSON object, for --random")
        parser.add_argument("--seed", default="0")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["random"] is not None:
            self._print(self._random(options))
            return
        all_ok = True
        for text in self._texts(options):
            answer = self._judge(text, options)
            if options["lines"]:
                answer = _of_a_line(answer)
            all_ok = all_ok and answer.get("ok", True)
            self._print(answer)
        if not all_ok:
            sys.exit(1)

    def _judge(self, text: bytes, options: dict[str, Any]) -> Mapping[str, Any]:
        for name, own in self._judges():
            if options[name]:
                return ask(own.judge, text)
        asked = ("legal", "trace", "view", "verify")
        return judge(text, ALL_RULES, Requested(**{name: options[name] for name in asked}))

    def _judges(self) -> list[tuple[str, Judge]]:
        """The questions that single games answer, by the name of their option."""
        return [pair for title in titles() for pair in title.judges.items()]

    def _random(self, options: dict[str, Any]) -> dict[str, Any]:
        try:
            rules = newest(options["game"])
            seats = options["seats"] if options["seats"] is not None else rules.game.seats[0]
            agreed = parse_json(options["options"])
            return play_at_random(rules, options["random"], seats, agreed, options["seed"])
        except Refusal as refusal:
            raise CommandError(refusal.reason) from refusal

    def _texts(self, options: dict[str, Any]) -> Iterator[bytes]:
        """The records: the whole file, or each line that is not empty."""
        name = options["file"]
        try:
            with nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb") as file:
                yield from filter(bytes.strip, file) if options["lines"] else [file.read()]
        except OSError as error:
            raise CommandError(f"{name} cannot be read.") from error

    def _print(self, answer: Mapping[str, Any]) -> None:
        self.stdout.write(json.dumps(answer))
        self.stdout.flush()


def _of_a_line(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    """A record that spreads over lines is no JSON line by line: its sender learns what to do."""
    error = answer.get("error")
    if error is None or error["reason"] != NO_JSON:
        return answer
    return {**answer, "error": {**error, "reason": NO_LINE}}
