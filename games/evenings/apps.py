"""The app `evenings`."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EveningsConfig(AppConfig):
    name = "games.evenings"
    verbose_name = _("Evenings")

    def ready(self) -> None:
        import_module("games.evenings.receivers")
