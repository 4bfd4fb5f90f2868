"""`manage.py bench_events`: measure the cost of ten million events, in one table and in parts."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter

import psycopg
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from bench.events import fill
from bench.growth import LAYOUTS, bytes_logged, database_cpu, drop_from_memory, measure
from bench.load import MATCHES, Options, Site, run
from bench.seeding import running_matches
from bench.servers import run_on_empty_database
from games.matches.models import Event
from games.requirements import require

BYTES_AN_EVENT = 1_200
"""Bytes that must be free: for a while there are both tables, and the write-ahead log."""
SETTINGS = {"shared_buffers": "1GB", "max_wal_size": "4GB", "wal_compression": "on"}
CELL = f"postgresql:{MATCHES[0]}:socket:state"


class Command(BaseCommand):
    help = (
        "Generate events in a PostgreSQL of its own, and measure what appending, replaying and"
        " cleaning cost: as migrated, and with the table partitioned by the SQL of"
        " deploy/postgresql. Ten million need about 12 GB for a while, and a quarter of an hour."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rows", type=int, default=10_000_000, help="number of events")
        parser.add_argument("--matches", type=int, default=5_000, help="matches that run at once")
        parser.add_argument("--seconds", type=float, default=5.0, help="time of play on a server")
        parser.add_argument("--inside", choices=["fill", "measure"], help="use the set database")

    def handle(
        self, *, rows: int, matches: int, seconds: float, inside: str | None, **_: object
    ) -> None:
        require("pytest")
        if inside == "fill":
            call_command("migrate", verbosity=0, interactive=False)
            started = perf_counter()
            matches = fill(rows, matches)
            self._say(f"{matches:,} matches generated{perf_counter() - started:>17.1f} s")
        elif inside == "measure":
            for line in measure():
                self._say(line)
            self._play(seconds)
        else:
            self._measure(rows, matches, seconds)

    def _play(self, seconds: float) -> None:
        """Play on a server, and measure what the moves cost the database."""
        site, tables = Site("postgresql", 1), running_matches(MATCHES[0])
        options = Options(seconds)
        self._say(options.head)
        events, logged, cpu = Event.objects.count(), bytes_logged(), database_cpu()
        for line in run(site, tables, CELL, options):
            self._say(line)
        cpu, logged = database_cpu() - cpu, bytes_logged() - logged
        moves = max(1, Event.objects.count() - events)
        self._say(f"{f'CPU of the database, {moves} moves':<40}{cpu / moves * 1000:>10.2f} ms")
        self._say(f"{'log written (WAL) for each':<40}{logged / moves:>10.0f} bytes")

    def _measure(self, rows: int, matches: int, seconds: float) -> None:
        from tests.helpers.requirements import NotInstalled
        from tests.helpers.servers import NoServer, postgresql_server, redis_server

        free = shutil.disk_usage(tempfile.gettempdir()).free
        if free < rows * BYTES_AN_EVENT:
            raise CommandError(
                f"{rows:,} events need {rows * BYTES_AN_EVENT / 1e9:.0f} GB"
                f" in {tempfile.gettempdir()}, and {free / 1e9:.0f} are free: fewer --rows."
            )
        words = [f"--{rows=}", f"--{matches=}", f"--{seconds=}"]
        with ExitStack() as stack:
            try:
                server = stack.enter_context(postgresql_server(migrated=False, **SETTINGS))
                redis = stack.enter_context(redis_server())
            except (NotInstalled, NoServer) as missing:
                raise CommandError(str(missing)) from missing
            databases = {"DATABASE_URL": server.url, "REDIS_URL": redis}
            run_on_empty_database("bench_events", "--inside=fill", *words, **databases)
            for name, lay_out in LAYOUTS.items():
                self._say(f"\n{name}")
                lay_out(server.url, self._say)
                with psycopg.connect(server.url) as connection:
                    (folder,) = connection.execute("SHOW data_directory").fetchone() or ("",)
                server.end()
                drop_from_memory(Path(folder))
                server.start()
                run_on_empty_database("bench_events", "--inside=measure", *words, **databases)

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
