"""The referee as a command: arguments, files, standard input (records: python manage.py referee).

Two commands are made of it: `manage.py referee`, which knows the games of a site, and
`tavola-referee`, which knows those of the package.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from games.engine.contract import Json, Position
from games.engine.core import Judge
from games.engine.record import NO_JSON, RulesByVersion, parse_json
from games.engine.referee import Requested, ask, judge, play_at_random
from games.engine.refusals import Refusal

HELP = "Replay records through the rules and answer in JSON. Needs no database."
NO_LINE = (
    "This line is no JSON: --lines wants one record a line; a whole file is judged without it."
)
Asked = Mapping[str, Any]
"""What was asked, by the names of the arguments."""


class CannotAnswer(Exception):
    """There is nothing to judge: a sentence that says why."""


@dataclass(frozen=True)
class Referee:
    """A referee of the games it knows."""

    slugs: Sequence[str]
    """The games; the first is played where none is named."""
    rules: RulesByVersion
    newest: Callable[[str], type[Position]]
    """The newest rules of a game; BadRecord for an unknown one."""
    judges: Mapping[str, Judge]
    """The questions that single games answer, by the name of their option."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("file", nargs="?", default="-", help="a record's file; - is stdin")
        add("--lines", action="store_true", help="one record a line")
        add("--legal", action="store_true", help="add every legal move now")
        add("--trace", action="store_true", help="add the position after each move")
        add("--view", type=viewer, help="a seat or `public`: its view instead")
        add("--verify", action="store_true", help="check a finished match's record")
        for name, own in self.judges.items():
            add(f"--{name}", action="store_true", help=own.help)
        add("--random", type=int, metavar="N", help="play N random games, timed")
        add("--game", default=self.slugs[0])
        add("--seats", type=int, default=None)
        add("--options", default="{}", help="a JSON object, for --random")
        add("--seed", default="0")

    def answers(self, asked: Asked) -> Iterator[Mapping[str, Any]]:
        """An answer for each record, as JSON; CannotAnswer."""
        if asked["random"] is not None:
            yield self._play_at_random(asked)
            return
        for text in _texts(asked):
            answer = self._judge(text, asked)
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


def viewer(value: str) -> Any:
    """A seat or `public`; ValueError."""
    if value == "public" or value.isdecimal():
        return value if value == "public" else int(value)
    raise ValueError(value)


def is_good(answer: Mapping[str, Any]) -> bool:
    """Whether an answer leaves the exit status 0."""
    return bool(answer.get("ok", True))


def _texts(asked: Asked) -> Iterator[bytes]:
    """The records: the whole file, or each line that is not empty."""
    name = asked["file"]
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb") as file:
            yield from filter(bytes.strip, file) if asked["lines"] else [file.read()]
    except OSError as error:
        raise CannotAnswer(f"{name} cannot be read.") from error


def _of_a_line(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    """A record that spreads over lines is no JSON line by line: its sender learns what to do."""
    error = answer.get("error")
    if error is None or error["reason"] != NO_JSON:
        return answer
    return {**answer, "error": {**error, "reason": NO_LINE}}
