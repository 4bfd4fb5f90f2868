"""The referee as a command: arguments, files, standard input (records: python manage.py referee).

Two commands use it: `manage.py referee` for the games of a site, and `tavola-referee` for those of
the package.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from io import TextIOBase
from typing import Any, TextIO

from games.engine.contract import Json, Position
from games.engine.core import Judge
from games.engine.record import NO_JSON, RulesByVersion, parse_json
from games.engine.referee import Requested, Viewer, ask, judge, play_at_random
from games.engine.refusals import Refusal
from games.engine.verify import verify_same_deal

HELP = "Replay records through the rules and answer in JSON. Needs no database."
NO_LINE = (
    "This line is no JSON: --lines wants one record a line; a whole file is judged without it."
)
MOST_GAMES = 1_000_000
Asked = Mapping[str, Any]
"""The parsed arguments by name."""


class CannotAnswer(Exception):
    """There is nothing to judge; the message says why."""


@dataclass(frozen=True)
class Referee:
    """A referee for the games it knows."""

    slugs: Sequence[str]
    """The known games; the first is the default."""
    rules: RulesByVersion
    newest: Callable[[str], type[Position]]
    """Return the newest rules of a game; raises BadRecord for an unknown one."""
    judges: Mapping[str, Judge]
    """Questions about single games, by the name of their command-line option."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("file", nargs="?", default="-", help="a record's file; - is stdin")
        add("--lines", action="store_true", help="one record a line")
        add("--legal", action="store_true", help="add every legal move now")
        add("--trace", action="store_true", help="add the position after each move")
        add("--view", type=viewer, help="a seat or `public`: its view instead")
        add("--verify", action="store_true", help="check a finished match's record")
        add("--same-deal", action="store_true", help="with --lines and --verify: all have one deal")
        for name, own in self.judges.items():
            add(f"--{name}", action="store_true", help=own.help)
        add("--random", type=games, metavar="N", help="play N random games, timed")
        add("--game", default=self.slugs[0])
        add("--seats", type=int, default=None)
        add("--options", default="{}", help="a JSON object, for --random")
        add("--seed", default="0", help="any text, for --random")

    def run(self, asked: Asked, output: TextIO | TextIOBase) -> bool:
        """Write an answer for each record as a line of JSON; return whether all are good.

        Args:
            asked: The parsed arguments.
            output: Where to write; flushed after each line.

        Raises:
            CannotAnswer: The file or the arguments cannot be used.
        """
        if sys.stdout is None:
            raise CannotAnswer("Standard output is closed.")
        all_ok = True
        for answer in self._answers(asked):
            all_ok = all_ok and bool(answer.get("ok", True))
            try:
                output.write(json.dumps(answer) + "\n")
                output.flush()
            except OSError as error:
                raise CannotAnswer(f"The answer cannot be written: {error.strerror}.") from error
        return all_ok

    def _answers(self, asked: Asked) -> Iterator[Mapping[str, Any]]:
        if asked["random"] is not None:
            yield self._play_at_random(asked)
            return
        if asked["same_deal"] and not (asked["lines"] and asked["verify"]):
            raise CannotAnswer("--same-deal needs --lines and --verify.")
        first: Json | None = None
        for text in _texts(asked):
            answer = self._judge(text, asked)
            if asked["same_deal"] and answer["ok"]:
                record = dict(parse_json(text))
                if first is None:
                    first = record
                answer = _compared(first, record, answer)
            yield _of_a_line(answer) if asked["lines"] else answer

    def _judge(self, text: bytes, asked: Asked) -> Mapping[str, Any]:
        for name, own in self.judges.items():
            if asked[name]:
                return ask(own.judge, text)
        parts = ("legal", "trace", "view", "verify")
        return judge(text, self.rules, Requested(**{name: asked[name] for name in parts}))

    def _play_at_random(self, asked: Asked) -> Json:
        try:
            rules = self.newest(asked["game"])
            seats = asked["seats"] if asked["seats"] is not None else rules.game.seats[0]
            agreed = parse_json(asked["options"])
            return play_at_random(rules, asked["random"], seats, agreed, asked["seed"])
        except Refusal as refusal:
            raise CannotAnswer(refusal.reason) from refusal


def games(value: str) -> int:
    """Parse a number of games; raises ValueError, which argparse reports."""
    number = int(value)
    if not 1 <= number <= MOST_GAMES:
        raise ValueError(value)
    return number


def viewer(value: str) -> Viewer:
    """Parse a seat or `public`; raises ValueError, which argparse reports."""
    if value == "public":
        return "public"
    if value.isdecimal():
        return int(value)
    raise ValueError(value)


def _texts(asked: Asked) -> Iterator[bytes]:
    """Yield the records: the whole file, or each line that is not empty."""
    name = asked["file"]
    if name == "-" and sys.stdin is None:
        raise CannotAnswer("Standard input is closed.")
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb") as file:
            yield from filter(bytes.strip, file) if asked["lines"] else [file.read()]
    except OSError as error:
        raise CannotAnswer(f"{name} cannot be read.") from error


def _compared(first: Json, record: Json, answer: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the answer about a verified record, which must have the deal of the first one."""
    try:
        verify_same_deal(first, record)
    except Refusal as refusal:
        error = {"move": None, "code": refusal.code, "reason": refusal.reason}
        return {**answer, "ok": False, "error": error}
    return {**answer, "verified": [*answer["verified"], "same deal"]}


def _of_a_line(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    """Explain `--lines` in the error if a line is not JSON: a record may span several lines."""
    error = answer.get("error")
    if error is None or error["reason"] != NO_JSON:
        return answer
    return {**answer, "error": {**error, "reason": NO_LINE}}
