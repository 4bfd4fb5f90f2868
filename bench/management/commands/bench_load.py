"""`manage.py bench_load`: many matches at once, on one process and on several."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from fnmatch import fnmatch
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser

from games.needs import require

HOUSES = {"sqlite": 1, "postgresql": 1, "postgresql-2": 2}
"""The houses by name, each with its number of server processes."""


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
            help="cells by name, as house:matches:door:sockets or house:spectators; * is any",
        )
        parser.add_argument("--seconds", type=float, default=3.0, help="for each half of a cell")
        parser.add_argument("--server", choices=["uvicorn", "daphne"], default="uvicorn")
        parser.add_argument(
            "--share",
            type=float,
            help="the part of a core each server may use: what two carry, where cores are few",
        )
        parser.add_argument("--inside", metavar="HOUSE", help="use the database that is set")

    def handle(self, *args: Any, **options: Any) -> None:
        require("httpx", "pytest")
        if options["inside"]:
            self._inside(options)
            return
        from bench.load import HEAD

        self.stdout.write(HEAD)
        self.stdout.flush()
        wanted = [name for name in HOUSES if _wants(options["only"], name)]
        if "sqlite" in wanted:
            self._house("sqlite", options, {})
        grown_up = [name for name in wanted if name != "sqlite"]
        if grown_up:
            self._grown_up(grown_up, options)

    def _grown_up(self, names: list[str], options: dict[str, Any]) -> None:
        from tests.helpers.requirements import NotInstalled
        from tests.helpers.servers import NoServer, postgresql, redis_server

        for name in names:
            with ExitStack() as stack:
                try:
                    database = stack.enter_context(postgresql(durable=True))
                    redis = stack.enter_context(redis_server())
                except (NotInstalled, NoServer) as missing:
                    self.stdout.write(f"{name}: not measured, {missing}")
                    continue
                self._house(name, options, {"DATABASE_URL": database, "REDIS_URL": redis})

    def _house(self, name: str, options: dict[str, Any], servers: dict[str, str]) -> None:
        command = [sys.executable, "manage.py", "bench_load", "--inside", name]
        command += ["--only", options["only"], "--seconds", str(options["seconds"])]
        command += ["--server", options["server"]]
        if options["share"] is not None:
            command += ["--share", str(options["share"])]
        with tempfile.TemporaryDirectory() as place:
            kept = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")}
            environment = {**kept, **servers, "TAVOLA_VAR": place}
            subprocess.run(command, env=environment, check=True)  # noqa: S603

    def _inside(self, options: dict[str, Any]) -> None:
        from bench.load import SPECTATORS, House, run
        from bench.seeding import seed
        from bench.share import NoShares

        call_command("migrate", verbosity=0, interactive=False)
        name, only = options["inside"], options["only"]
        house = House(name, HOUSES[name], options["server"], options["share"])
        most = max((cell[1] for cell in house.cells() if fnmatch(cell[0], only)), default=1)
        try:
            for line in run(house, seed(most + len(SPECTATORS)), only, options["seconds"]):
                self.stdout.write(line)
                self.stdout.flush()
        except NoShares as why:
            self.stdout.write(f"{name}: not measured, {why}")


def _wants(only: str, house: str) -> bool:
    return fnmatch(house, only.split(":")[0])
