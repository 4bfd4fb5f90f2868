"""Refuse a store that this version cannot upgrade, and copy a SQLite store before migrations."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from django.conf import settings as site
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from core.version import VERSION
from games.maintenance.backups import back_up
from games.maintenance.stores import StoreError, is_sqlite, name_of


def require_upgradable(alias: str) -> None:
    """Raise StoreError if a database has some of the migrations before 1.0.0, but not all.

    The initial migrations of 1.0.0 replace all earlier ones together: they cannot go on from a
    state in between.
    """
    applied = defaultdict(set)
    for app, name in MigrationRecorder(connections[alias]).applied_migrations():
        applied[app].add(name)
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    # By the name that the app had before 1.0.0.
    initial = {one.replaces[0][0]: one for one in loader.disk_migrations.values() if one.replaces}
    current = {app for app, one in initial.items() if one.name in applied[one.app_label]}
    older = {app for app in initial if applied[app]} - current
    complete = {
        app for app in older if applied[app] >= {name for _app, name in initial[app].replaces}
    }
    if not older or complete | current == initial.keys():
        return
    where = f"{name_of(alias)} is too old for version {VERSION}, and was not changed: "
    replaced = {key for one in initial.values() for key in one.replaces}
    if any((app, name) not in replaced for app in older for name in applied[app]):
        raise StoreError(
            f"{where}no later code can migrate it, so serve it with the code that made it, or set"
            " another DATABASE_URL to begin with an empty store."
        )
    raise StoreError(
        f"{where}migrate it first with the last code before 1.0.0, as docs/operations.md describes"
        " under “Old stores”."
    )


def copy_aside(alias: str) -> Path | None:
    """Copy the site's SQLite store before migrations change it, once per version.

    An existing copy stays: if a migration failed, it is the store as it was before.

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
    folder, name = site.VAR_DIR / "backups", f"before-{VERSION}.sqlite3"
    if not (folder / name).exists():
        back_up(folder, settings=settings, name=name)
    return Path(folder / name)
