"""Write the stores of this version that the test of upgrades loads, once per release.

`python -m tests.helpers.release_stores` writes a compressed SQLite file and a PostgreSQL dump with
finished and running matches, open tables, a game night and ratings, and a row in every other table.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from core.databases import sqlite_url
from core.version import VERSION
from tests.helpers.servers import postgresql, postgresql_programs

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "games" / "maintenance" / "stores"


def fill() -> None:
    """Fill the site's empty database, in one transaction as in a test."""
    from allauth.account.models import EmailAddress
    from django.contrib.auth.models import Group
    from django.db import transaction

    from games.game_nights import services as game_nights
    from games.lobby.services import lobby
    from games.lobby.services.lobby import TableRequest
    from tests.helpers.full_site import fill_empty_tables, play_all_games
    from tests.helpers.matches import act, committed, legal, mover, people, play_on

    with transaction.atomic():
        play_all_games()
        host, guest = people("Hanna", "Gustav")
        host.groups.add(Group.objects.get(name="host"))
        for user in (host, guest):
            EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
        with committed():
            for table in (
                TableRequest("condottiere", 2, least=1400, most=1600),
                TableRequest("babel", 2, bots_welcome=True),
            ):
                lobby.open_table(host, table, sure=True)
            game_nights.create_tables(
                host, game_nights.open_game_night(host, "Thursday"), TableRequest("babel", 2), 2
            )
        for last in (False, True):
            with committed():
                match = lobby.open_table(
                    host, TableRequest("condottiere", 2, rated=True, clock="live-10"), sure=True
                )
                match = lobby.join(guest, match.id, sure=True)
            act(match, seat := mover(match), legal(match, seat)[0])
            if not last:
                play_on(match)
        fill_empty_tables()


def write(url: str, target: Path) -> None:
    """Migrate and fill a database, and write its compressed backup."""
    with TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "DATABASE_URL": url,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "PATH": f"{postgresql_programs()}{os.pathsep}{os.environ['PATH']}",
            "TAVOLA_VAR": folder,
        }
        filled = "import django; django.setup(); from tests.helpers import release_stores as it"
        for words in (
            ("manage.py", "migrate", "--verbosity", "0"),
            ("-c", f"{filled}; it.fill()"),
            ("manage.py", "backup", "--to", folder),
        ):
            subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, check=True)
        (backup,) = Path(folder).glob("tavola-*")
        target.write_bytes(gzip.compress(backup.read_bytes(), 9, mtime=0))


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        write(sqlite_url(f"{folder}/tavola.sqlite3"), FOLDER / f"{VERSION}.sqlite3.gz")
    with postgresql() as url:
        write(url, FOLDER / f"{VERSION}.pgdump.gz")


if __name__ == "__main__":
    main()
