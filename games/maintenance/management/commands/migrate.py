"""`manage.py migrate`: Django's, after a check that this version can upgrade the store."""

from __future__ import annotations

from django.core.management.commands import migrate

from games.maintenance.stores import require_upgradable
from games.maintenance.upgrading import copy_aside


class Command(migrate.Command):
    def handle(
        self, *, database: str, plan: bool, check_unapplied: bool, **options: object
    ) -> None:
        require_upgradable(database)
        if not (plan or check_unapplied) and (path := copy_aside(database)):
            self.stdout.write(f"The store as it was before the migrations is in {path}.")
        super().handle(database=database, plan=plan, check_unapplied=check_unapplied, **options)
