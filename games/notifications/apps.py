"""The app `notifications`."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    name = "games.notifications"
    verbose_name = _("Notifications")

    def ready(self) -> None:
        import_module("games.notifications.receivers")
