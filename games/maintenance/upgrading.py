"""Copy a SQLite store before migrations change it."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from django.conf import settings as site
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from core.version import VERSION
from games.maintenance.backups import back_up
from games.maintenance.stores import is_sqlite


def copy_aside(alias: str) -> Path | None:
    """Copy the site's SQLite store before migrations change it, once per set of migrations.

    An existing copy stays: if a migration failed, it is the store as it was before. Code of the
    same version that has more migrations makes another copy.

    Returns:
        The copy's path; None for another kind of database, and if there is nothing to migrate or
        to lose.

    Raises:
        StoreError: If the store cannot be copied.
    """
    settings = connections[alias].settings_dict
    if alias != DEFAULT_DB_ALIAS or not is_sqlite(settings):
        return None
    applied = MigrationRecorder(connections[alias]).applied_migrations()
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    if not applied or loader.disk_migrations.keys() <= applied.keys():
        return None
    wanted = " ".join(f"{app}.{name}" for app, name in sorted(loader.disk_migrations))
    digest = sha256(wanted.encode()).hexdigest()[:8]
    folder, name = site.VAR_DIR / "backups", f"before-{VERSION}-{digest}.sqlite3"
    if not (folder / name).exists():
        back_up(folder, settings=settings, name=name)
    return Path(folder / name)
