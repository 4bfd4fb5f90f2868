"""`manage.py retention`: delete data whose retention period is over."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from accounts.services.retention import sweep


class Command(BaseCommand):
    help = "Delete data whose retention period is over, as the worker does every hour."

    def handle(self, **_: object) -> None:
        while True:
            counts = sweep()
            for name, count in counts.items():
                self.stdout.write(f"{name}: {count}")
            if not any(counts.values()):
                return
