"""Warnings and metrics of the disk and of the last backup, for `/readyz` and `/metrics`."""

from __future__ import annotations

import math

from django.utils import timezone

from core.monitoring import health
from core.monitoring.metrics import BACKUP_AGE, DISK_FREE
from games.maintenance.backups import is_backup_recent, last_backup
from games.maintenance.stores import DISK_LOW, free_share


def backup_age() -> float:
    """Return the seconds since the last backup; infinite without one."""
    taken = last_backup()
    return math.inf if taken is None else (timezone.now() - taken.at).total_seconds()


DISK_FREE.set_function(free_share)
BACKUP_AGE.set_function(backup_age)
health.mind("disk", lambda: free_share() >= DISK_LOW)
health.mind("backup", is_backup_recent)
