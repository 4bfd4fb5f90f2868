"""The app `ladders`."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LaddersConfig(AppConfig):
    name = "games.ladders"
    verbose_name = _("Ratings")

    def ready(self) -> None:
        import_module("games.ladders.receivers")
