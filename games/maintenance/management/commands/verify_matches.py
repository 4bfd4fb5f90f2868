"""`manage.py verify_matches`: replay every match and compare it with what is stored."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from time import monotonic
from typing import TextIO

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DEFAULT_DB_ALIAS

from games.engine.contract import Json
from games.maintenance import stores
from games.maintenance.progress import watched
from games.maintenance.verifying import Earlier, Verdict, played, verify
from games.matches.models import Match


class Command(BaseCommand):
    help = "Replay every match: same, differs or broken. Exit status 1 if any differs or is broken."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", nargs="*", help="only these matches")
        parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
        parser.add_argument("--sample", type=int, metavar="N", help="only N, drawn at random")
        parser.add_argument(
            "--json", dest="as_json", action="store_true", help="a line of JSON for each match"
        )
        parser.add_argument("--results", type=Path, help="a file to append these lines to")
        parser.add_argument(
            "--resume", action="store_true", help="skip matches that were the same in that file"
        )
        parser.add_argument("--against", type=Path, help="compare with the results of another run")
        parser.add_argument(
            "--fill", action="store_true", help="write the digests of matches that have none"
        )

    def handle(
        self,
        *,
        match: list[str],
        jobs: int,
        sample: int | None,
        as_json: bool,
        results: Path | None,
        resume: bool,
        against: Path | None,
        fill: bool,
        **_: object,
    ) -> None:
        for name, number in (("jobs", jobs), ("sample", sample)):
            if number is not None and number < 1:
                raise CommandError(f"--{name} takes a number above 0.")
        if resume and results is None:
            raise CommandError("--resume needs the file of an earlier run: --results FILE.")
        done = _read(results) if resume and results and results.exists() else {}
        earlier = {
            id: Earlier(line["number"], line["digest"])
            for id, line in (_read(against) if against else {}).items()
            if line["digest"]
        }
        counts: Counter[str] = Counter()
        without_digest = 0
        stores.require_migrated(DEFAULT_DB_ALIAS)
        with stores.snapshot(stores.site_settings()) as alias:
            ids = match or played(alias, sample=sample)
            left = [id for id in ids if not _is_done(done.get(id))]
            lost = dict.fromkeys(left)
            verdicts = verify(left, alias, jobs=jobs, against=earlier)
            started = monotonic()
            with _appending(results) if results else nullcontext() as file:
                for one in watched("Replayed", len(left), verdicts):
                    line = json.dumps(asdict(one))
                    if file:
                        file.write(f"{line}\n")
                    if as_json:
                        self.stdout.write(line)
                    elif one.verdict != "same":
                        self.stdout.write(f"{one.match} ({one.game}) {one.verdict}: {one.why}")
                    counts[one.verdict] += 1
                    lost.pop(one.match, None)
                    if one.lacks_digest and not (fill and _write_digest(one)):
                        without_digest += 1
        total, speed = counts.total(), counts.total() / max(monotonic() - started, 1e-6)
        if lost:
            raise CommandError(f"Not found, or never dealt: {', '.join(lost)}.")
        parts = ", ".join(f"{counts[word]:,} {word}" for word in ("same", "differs", "broken"))
        lines = [f"{total:,} matches: {parts}; {speed:,.0f} a second."]
        if len(ids) > len(left):
            lines.append(f"{len(ids) - len(left):,} more were the same in the earlier run.")
        if counts["missing"]:
            lines.append(f"{counts['missing']:,} are of games that are not installed here.")
        if without_digest:
            lines.append(f"{without_digest:,} have no digest yet; --fill writes it.")
        good = counts["same"] + counts["missing"] == total
        style = self.style.SUCCESS if good else self.style.ERROR
        self.stderr.write("\n".join(lines), style)
        if not good:
            sys.exit(1)


def _write_digest(one: Verdict) -> bool:
    """Store the digest of a match that ended without one; return whether it was written."""
    without = Match.objects.filter(id=one.match, digest="")
    return one.verdict == "same" and without.update(digest=one.digest) == 1


def _is_done(line: Json | None) -> bool:
    """Return whether an earlier result still holds: a running match may have continued."""
    return line is not None and line["verdict"] == "same" and line["status"] != "running"


def _read(path: Path) -> dict[str, Json]:
    """Return the last result of each match in an earlier run; skip an unfinished line."""
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
    """Open a file for writing after its last complete line."""
    if path.exists():
        os.truncate(path, len(_whole_lines(path.read_bytes())))
    return path.open("a", encoding="utf-8", buffering=1)
