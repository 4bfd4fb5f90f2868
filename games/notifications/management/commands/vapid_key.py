"""`manage.py vapid_key`: a new key for browser notifications."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.notifications.services.webpush import new_private_key


class Command(BaseCommand):
    help = "Print a new VAPID_PRIVATE_KEY. Keep it: browsers are subscribed to it."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"VAPID_PRIVATE_KEY={new_private_key()}")
