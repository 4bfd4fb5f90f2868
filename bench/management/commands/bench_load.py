"""`manage.py bench_load`: measure many matches at once, on one server process and on several."""

from __future__ import annotations

from contextlib import ExitStack
from fnmatch import fnmatch

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser

from bench import attacked
from bench.load import RATE, SPECTATORS, Options, Site, run
from bench.seeding import running_matches
from bench.servers import CannotLimit, run_on_empty_database
from games.requirements import require

SITES = {"sqlite": 1, "postgresql": 1, "postgresql-2": 2}
"""The sites that are measured, each with its number of server processes."""


class Command(BaseCommand):
    help = (
        "Measure what servers carry: moves a second, waiting, CPU and memory, for many matches at"
        " once and for one with many spectators. Works on databases of its own, made for the run;"
        " PostgreSQL and Redis are started where there are programs for them. The budget for"
        " waiting, push p99 at most 25 ms at 200 moves a second with 200 matches, is shown by"
        " --only 'sqlite:200:socket:*' --rate 200."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--only",
            default="*",
            help="cells by name, as site:matches:transport:sockets, or site:spectators, or"
            " site:attacks:name; * is any",
        )
        parser.add_argument("--seconds", type=float, default=3.0, help="for each half of a cell")
        parser.add_argument(
            "--rate",
            type=float,
            default=RATE,
            help="moves a second, of all matches together, while waiting is measured",
        )
        parser.add_argument(
            "--played",
            type=int,
            default=0,
            help="the moves, on average, that a match has behind it when it is measured",
        )
        parser.add_argument(
            "--share",
            type=float,
            help="the share of a core that each server may use, to compare one and two servers"
            " on a machine with few cores",
        )
        parser.add_argument(
            "--floor",
            metavar="PROGRAM",
            default="",
            help="a program that measures the minimal cost of a move here; the cost of each cell"
            " is also given as its multiple",
        )
        parser.add_argument("--inside", metavar="SITE", help="use the database that is set")

    def handle(
        self,
        *,
        only: str,
        seconds: float,
        rate: float,
        played: int,
        share: float | None,
        floor: str,
        inside: str | None,
        **_: object,
    ) -> None:
        require("pytest")
        options = Options(seconds, rate, floor, played)
        if inside:
            self._measure(inside, only, share, options)
            return
        self.stdout.write(options.head)
        self.stdout.flush()
        for name in SITES:
            if fnmatch(name, only.split(":")[0]):
                self._start(name, only, share, options)

    def _start(self, name: str, only: str, share: float | None, options: Options) -> None:
        """Measure a site in a process of its own, on databases started for it."""
        from tests.helpers.requirements import NotInstalled
        from tests.helpers.servers import NoServer, postgresql, redis_server

        chosen = {"only": only, **options._asdict()} | ({} if share is None else {"share": share})
        args = [f"--{option}={value}" for option, value in chosen.items()]
        with ExitStack() as stack:
            databases = {}
            try:
                if name != "sqlite":
                    databases["DATABASE_URL"] = stack.enter_context(postgresql(durable=True))
                    databases["REDIS_URL"] = stack.enter_context(redis_server())
            except (NotInstalled, NoServer) as missing:
                self.stdout.write(f"{name}: not measured, {missing}")
            else:
                run_on_empty_database("bench_load", "--inside", name, *args, **databases)

    def _measure(self, name: str, only: str, share: float | None, options: Options) -> None:
        call_command("migrate", verbosity=0, interactive=False)
        site = Site(name, SITES[name], share)
        most = max((cell.matches for cell in site.cells(only)), default=1)
        attacks = attacked.names(name, only)
        tables = running_matches(most + len(SPECTATORS))
        try:
            for line in run(site, tables, only, options):
                self._write(line)
            if attacks:
                self._write(attacked.HEAD)
                for line in attacked.run(attacks):
                    self._write(line)
        except CannotLimit as why:
            self.stdout.write(f"{name}: not measured, {why}")

    def _write(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
