"""The app `moderation`."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    name = "games.moderation"
    verbose_name = _("Moderation")

    def ready(self) -> None:
        import_module("games.moderation.receivers")
