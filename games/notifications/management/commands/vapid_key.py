"""`manage.py vapid_key`: a new key for browser notifications."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from games.notifications.services.webpush import new_private_key


class Command(BaseCommand):
    help = "Print a new VAPID_PRIVATE_KEY. Keep it: browsers subscribe with it."

    def handle(self, **_: object) -> None:
        self.stdout.write(f"VAPID_PRIVATE_KEY={new_private_key()}")
