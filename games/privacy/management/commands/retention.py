"""`manage.py retention`: delete what has been stored long enough."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.privacy.services.retention import sweep


class Command(BaseCommand):
    help = "Drop what has been kept long enough, as the worker does every hour."

    def handle(self, *args: Any, **options: Any) -> None:
        while True:
            counts = sweep()
            for name, count in counts.items():
                self.stdout.write(f"{name}: {count}")
            if not any(counts.values()):
                return
