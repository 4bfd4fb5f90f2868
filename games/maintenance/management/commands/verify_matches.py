"""`manage.py verify_matches`: replay every match and say whether it is what it was."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.maintenance import stores
from games.maintenance.progress import Progress
from games.maintenance.replays import Earlier, Verdict
from games.maintenance.verifying import played, verify, write_digest


class Command(BaseCommand):
    help = "Replay every match: same, differs or broken. Exit status 1 if any differs or is broken."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", nargs="*", help="only these")
        parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
        parser.add_argument("--sample", type=int, metavar="N", help="only N, drawn by lot")
        parser.add_argument("--json", action="store_true", help="a line of JSON for each match")
        parser.add_argument("--results", type=Path, help="a file such lines are added to")
        parser.add_argument(
            "--resume", action="store_true", help="leave out what was the same in that file"
        )
        parser.add_argument("--against", type=Path, help="compare with the results of another run")
        parser.add_argument(
            "--fill", action="store_true", help="write the digests of matches that have none"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path | None = options["results"]
        if options["resume"] and path is None:
            raise CommandError("--resume goes on with the file that --results names.")
        done = _read(path) if options["resume"] and path and path.exists() else {}
        against = _read(options["against"]) if options["against"] else {}
        earlier = {
            id: Earlier(line["number"], line["digest"])
            for id, line in against.items()
            if line["digest"]
        }
        try:
            with stores.snapshot(stores.settings_at(stores.HOME)) as alias:
                ids = options["match"] or played(alias, sample=options["sample"])
                left = [one for one in ids if not _was_same(done.get(one))]
                found = verify(left, alias, jobs=options["jobs"], against=earlier)
                with _appending(path) if path else nullcontext() as results:
                    progress = Progress("Replayed", len(left))
                    counted = self._tell(progress.over(found), results, options)
        except stores.StoreError as error:
            raise CommandError(str(error)) from error
        if counted.total() < len(left):
            raise CommandError("Some of these matches are not here, or were never dealt.")
        self._sum_up(counted, len(ids) - len(left), progress.speed)
        if counted["differs"] or counted["broken"]:
            sys.exit(1)

    def _tell(
        self, found: Iterable[Verdict], results: TextIO | None, options: dict[str, Any]
    ) -> Counter[str]:
        """Each verdict to where it is wanted; how many there were of each."""
        counted: Counter[str] = Counter()
        self.undated = 0
        for one in found:
            line = json.dumps(one.dump())
            if results:
                results.write(f"{line}\n")
            if options["json"]:
                self.stdout.write(line)
            elif one.verdict != "same":
                self.stdout.write(f"{one.match} ({one.game}) {one.verdict}: {one.why}")
            counted[one.verdict] += 1
            if one.lacks_digest and not (options["fill"] and write_digest(one)):
                self.undated += 1
        return counted

    def _sum_up(self, counted: Counter[str], before: int, speed: float) -> None:
        told = ", ".join(f"{counted[word]:,} {word}" for word in ("same", "differs", "broken"))
        lines = [f"{counted.total():,} matches: {told}; {speed:,.0f} a second."]
        if before:
            lines.append(f"{before:,} more were the same in the run before.")
        if counted["missing"]:
            lines.append(f"{counted['missing']:,} are of games that are not installed here.")
        if self.undated:
            lines.append(f"{self.undated:,} have no digest yet; --fill writes it.")
        good = counted["same"] + counted["missing"] == counted.total()
        self.stderr.write("\n".join(lines), self.style.SUCCESS if good else self.style.ERROR)


def _was_same(line: dict[str, Any] | None) -> bool:
    """Ended matches stay as they are; a running one has to be looked at again."""
    return line is not None and line["verdict"] == "same" and line["status"] != "running"


def _read(path: Path) -> dict[str, Any]:
    """The lines of a run by match, the last of each; one that was cut off is none."""
    try:
        lines = _whole_lines(path.read_bytes()).splitlines()
        return {line["match"]: line for line in map(json.loads, lines)}
    except OSError as error:
        raise CommandError(f"{path} cannot be read.") from error
    except (ValueError, TypeError, KeyError) as error:
        raise CommandError(f"{path} holds no results of verify_matches.") from error


def _whole_lines(text: bytes) -> bytes:
    return text[: text.rfind(b"\n") + 1]


def _appending(path: Path) -> TextIO:
    """The file, open at the end of its last whole line."""
    if path.exists():
        os.truncate(path, len(_whole_lines(path.read_bytes())))
    return path.open("a", encoding="utf-8", buffering=1)
