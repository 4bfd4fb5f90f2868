"""`manage.py bench_load`: many matches at once, on one process and on several."""

from __future__ import annotations

from contextlib import ExitStack
from fnmatch import fnmatch
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from bench import attacked, boardgame_io
from bench.load import PACE, SPECTATORS, Options, Site, run
from bench.seeding import running_matches
from bench.servers import CannotLimit, run_on_empty_database
from games.needs import require

SITES = {"sqlite": 1, "postgresql": 1, "postgresql-2": 2}
"""What is measured, by its database, and with how many server processes."""

AGAINST = "sqlite:50:socket:state"


class Command(BaseCommand):
    help = (
        "Measure what servers carry: moves a second, waiting, CPU and memory, for many matches at"
        " once and for one with many spectators. Works on databases of its own, made for the run;"
        " PostgreSQL and Redis are started where there are programs for them. The budget for"
        " waiting, push p99 at most 25 ms at 200 moves a second with 200 matches, is shown by"
        " --only 'sqlite:200:socket:*' --pace 200."
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
            "--pace",
            type=float,
            default=PACE,
            help="moves a second, of all matches together, while waiting is measured",
        )
        parser.add_argument(
            "--played",
            type=int,
            default=0,
            help="how many moves a match has behind it, on average, before it is measured",
        )
        parser.add_argument(
            "--share",
            type=float,
            help="the part of a core each server may use: what two carry, where cores are few",
        )
        parser.add_argument(
            "--floor",
            metavar="PROGRAM",
            default="",
            help="a program that measures the least a move can cost here; cells are given as its"
            " multiples",
        )
        parser.add_argument(
            "--against",
            choices=[boardgame_io.NAME],
            help="boardgame.io plays as many matches before and after each cell, a card game kept"
            f" in files; fetched by npm when first asked for. Without --only: {AGAINST}",
        )
        parser.add_argument("--inside", metavar="SITE", help="use the database that is set")

    def handle(self, *args: Any, **options: Any) -> None:
        require("pytest")
        if options["inside"]:
            self._measure(options)
            return
        if options["against"]:
            self._fetch_boardgame_io()
            options["only"] = AGAINST if options["only"] == "*" else options["only"]
        self.stdout.write(_of(options).head)
        self.stdout.flush()
        for name in SITES:
            if fnmatch(name, options["only"].split(":")[0]):
                self._start(name, options)

    def _start(self, name: str, options: dict[str, Any]) -> None:
        """Measure a site in a process of its own, on databases that are started for it."""
        from tests.helpers.requirements import NotInstalled
        from tests.helpers.servers import NoServer, postgresql, redis_server

        args = [
            f"--{option}={options[option]}"
            for option in ("only", "seconds", "pace", "played", "floor")
        ]
        if options["against"]:
            args.append(f"--against={options['against']}")
        if options["share"] is not None:
            args.append(f"--share={options['share']}")
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

    def _measure(self, options: dict[str, Any]) -> None:
        call_command("migrate", verbosity=0, interactive=False)
        name, only = options["inside"], options["only"]
        site = Site(name, SITES[name], options["share"])
        most = max((cell.matches for cell in site.cells(only)), default=1)
        attacks = attacked.names(name, only)
        tables = running_matches(most + len(SPECTATORS))
        try:
            for line in run(site, tables, only, _of(options)):
                self._write(line)
            if attacks:
                self._write(attacked.HEAD)
                for line in attacked.run(attacks):
                    self._write(line)
        except CannotLimit as why:
            self.stdout.write(f"{name}: not measured, {why}")

    def _fetch_boardgame_io(self) -> None:
        try:
            boardgame_io.install()
        except OSError as why:
            raise CommandError(str(why)) from why

    def _write(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _of(options: dict[str, Any]) -> Options:
    names = ("seconds", "pace", "floor", "played")
    return Options(**{name: options[name] for name in names}, against=bool(options["against"]))
