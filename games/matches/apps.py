from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    name = "games.matches"
    verbose_name = _("Matches")

    def ready(self) -> None:
        import_module("games.matches.receivers")
