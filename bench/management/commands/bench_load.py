"""`manage.py bench_load`: many matches at once, on one process and on several."""

from __future__ import annotations

from contextlib import ExitStack
from fnmatch import fnmatch
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser

from bench import attacked
from bench.load import HEAD, SPECTATORS, Site, run
from bench.seeding import running_matches
from bench.servers import CannotLimit, run_on_empty_database
from games.needs import require

SITES = {"sqlite": 1, "postgresql": 1, "postgresql-2": 2}
"""What is measured, by its database, and with how many server processes."""


class Command(BaseCommand):
    help = (
        "Measure what servers carry: moves a second, waiting, CPU and memory, for many matches at"
        " once and for one with many spectators. Works on databases of its own, made for the run;"
        " PostgreSQL and Redis are started where there are programs for them."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--only",
            default="*",
            help="cells by name, as site:matches:transport:sockets, or site:spectators, or"
            " site:attacks:name; * is any",
        )
        parser.add_argument("--seconds", type=float, default=3.0, help="for each half of a cell")
        parser.add_argument("--server", choices=["uvicorn", "daphne"], default="uvicorn")
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
        parser.add_argument("--inside", metavar="SITE", help="use the database that is set")

    def handle(self, *args: Any, **options: Any) -> None:
        require("pytest")
        if options["inside"]:
            self._measure(options)
            return
        self.stdout.write(HEAD)
        self.stdout.flush()
        for name in SITES:
            if fnmatch(name, options["only"].split(":")[0]):
                self._start(name, options)

    def _start(self, name: str, options: dict[str, Any]) -> None:
        """Measure a site in a process of its own, on databases that are started for it."""
        from tests.helpers.requirements import NotInstalled
        from tests.helpers.servers import NoServer, postgresql, redis_server

        args = [
            f"--{option}={options[option]}" for option in ("only", "seconds", "server", "floor")
        ]
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
        site = Site(name, SITES[name], options["server"], options["share"])
        most = max((cell.matches for cell in site.cells(only)), default=1)
        attacks = attacked.names(name, only)
        tables = running_matches(most + len(SPECTATORS))
        try:
            for line in run(site, tables, only, options["seconds"], options["floor"]):
                self._write(line)
            if attacks:
                self._write(attacked.HEAD)
                for line in attacked.run(options["server"], attacks):
                    self._write(line)
        except CannotLimit as why:
            self.stdout.write(f"{name}: not measured, {why}")

    def _write(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
