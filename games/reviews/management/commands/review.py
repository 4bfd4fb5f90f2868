"""`manage.py review RECORD`: review the match in a record, without a database."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.boards.words import move_words
from games.engine.record import Record, parse_json, read_record
from games.engine.refusals import BadRecord, Refusal
from games.engine.replay import read_seat_and_move, replay
from games.engine.review import Judging, Made, decisions, line_after, plan
from games.reviews.services import Look, look_of
from games.titles.registry import ALL_RULES, reviewer_of


class Command(BaseCommand):
    help = "Review a record: the chances along it, and what would have been stronger."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", default="-", help="a record's file; - is stdin")
        parser.add_argument(
            "--seats",
            default="",
            help="the seats whose decisions to review, separated by commas; by default all",
        )
        parser.add_argument("--seed", default="0", help="another one gives other estimates")
        parser.add_argument(
            "--json", dest="as_json", action="store_true", help="JSON instead of lines"
        )

    def handle(self, *, file: str, seats: str, seed: str, as_json: bool, **_: object) -> None:
        try:
            record = self._record(file)
            chosen = self._seats(seats, record.seats)
            found = self._looks(record, chosen, seed)
            if as_json:
                self.stdout.write(json.dumps({"seats": sorted(chosen), "decisions": list(found)}))
                return
            for look in found:
                self.stdout.write(as_line(record, look))
                self.stdout.flush()
        except Refusal as refusal:
            raise CommandError(refusal.reason) from refusal

    def _record(self, name: str) -> Record:
        """Read a record whose moves are all legal.

        Raises:
            BadRecord: It is no record, or has no moves.
            Refusal: The rules decline a move.
            CommandError: The file cannot be read.
        """
        try:
            with nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb") as file:
                record = read_record(parse_json(file.read()), ALL_RULES)
        except OSError as error:
            raise CommandError(f"{name} cannot be read.") from error
        refusal = replay(record).refusal
        if refusal is not None:
            raise refusal
        if not record.moves:
            raise BadRecord("This record has no move to review.")
        return record

    def _seats(self, given: str, count: int) -> set[int]:
        named = [one for one in given.split(",") if one]
        if not all(one.isdecimal() and int(one[:3]) < count for one in named):
            raise CommandError(f"--seats takes numbers from 0 to {count - 1}, separated by commas.")
        return {int(one) for one in named} or set(range(count))

    def _looks(self, record: Record, seats: set[int], seed: str) -> Iterator[Look]:
        start, reviewer = record.start(), reviewer_of(record.rules.game.slug)
        made = list(lines_of(record))
        planned = plan(decisions(start, record.seed, made), lambda one: one.question.seat in seats)
        for number, weigh, compare, sure in planned:
            (decision,) = decisions(start, record.seed, made, {number})
            judging = Judging(reviewer, decision, f"{seed} {number}", weigh, compare, sure)
            verdict = judging.verdict()
            look = look_of(decision, verdict, compared=compare)
            if verdict.better is not None:
                better = verdict.better
                look["line"] = line_after(reviewer, start, record.seed, made, number, better)
            yield look


def lines_of(record: Record) -> Iterator[Made]:
    """Return the moves of a record, numbered from 1."""
    position = record.start()
    for number, data in enumerate(record.moves, start=1):
        seat, move = read_seat_and_move(position, data)
        yield Made(number, seat, move.dump())


def as_line(record: Record, look: Look) -> str:
    """Format the result of one decision: the chances before it, and a stronger move if any."""
    parts = [f"{look['event']:>4}  seat {look['seat']}"]
    if "chances" in look:
        parts.append(" ".join(f"{100 * chance:3.0f}" for chance in look["chances"]))
    if "better" in look:
        start = record.start()
        made, better = (start.read_move(look[key], record.seats) for key in ("chosen", "better"))
        cost, error = 100 * look["cost"], 100 * look["cost_error"]
        parts.append(
            f"{move_words(made)}; stronger: {move_words(better)}; "
            f"it cost about {cost:.0f} of 100 (± {error:.0f})"
        )
        following = [read_seat_and_move(start, data) for data in look["line"][1:]]
        words = [f"seat {seat}: {move_words(move)}" for seat, move in following]
        parts.append("; ".join(["then", *words]))
    return "  ".join(parts)
