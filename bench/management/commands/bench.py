"""`manage.py bench`: every figure beside its budget, from one run on this machine."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser

from bench.pure import Figure, engine, machine_speed, replays
from games.needs import require


class Command(BaseCommand):
    help = "Measure the engine and the doors. Works on a database of its own, made for the run."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--only", choices=["engine", "doors", "sockets", "past"])
        parser.add_argument("--inside", action="store_true", help="use the database that is set")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["only"] in (None, "doors", "sockets"):
            require("httpx")
        if not options["inside"]:
            self._in_a_place_of_its_own(options["only"])
            return
        call_command("migrate", verbosity=0, interactive=False)
        speed = machine_speed()
        self._print([Figure("trivial moves of this machine", round(speed), "moves/s")])
        if options["only"] in (None, "engine"):
            self._print(engine(speed))
            self._print(replays())
        if options["only"] in (None, "doors"):
            self._doors()
        if options["only"] in (None, "sockets"):
            self._sockets()
        if options["only"] in (None, "past"):
            self._past()

    def _doors(self) -> None:
        from bench.doors import doors
        from bench.pages import cold_page

        self._print(cold_page())
        self._print(doors("uvicorn"))

    def _sockets(self) -> None:
        from bench.sockets import unread

        self._print(unread("uvicorn"))

    def _past(self) -> None:
        from bench.past import past_pages

        self._print(past_pages())

    def _in_a_place_of_its_own(self, only: str | None) -> None:
        """The same again on an empty database, so that no real one is touched."""
        command = [sys.executable, "manage.py", "bench", "--inside"]
        with tempfile.TemporaryDirectory() as place:
            environment = {**os.environ, "TAVOLA_VAR": place}
            environment.pop("DATABASE_URL", None)
            subprocess.run(  # noqa: S603
                command + (["--only", only] if only else []), env=environment, check=True
            )

    def _print(self, figures: list[Figure]) -> None:
        for figure in figures:
            verdict = {None: "", True: "met", False: "NOT MET"}[figure.met]
            budget = "" if figure.budget is None else f"{figure.budget:>12,g}"
            line = f"{figure.name:<58}{figure.value:>12,g} {figure.unit:<8}{budget:>14} {verdict}"
            self.stdout.write(line.rstrip())
        self.stdout.flush()
