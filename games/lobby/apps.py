"""The app `lobby`."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LobbyConfig(AppConfig):
    name = "games.lobby"
    verbose_name = _("Lobby")

    def ready(self) -> None:
        import_module("games.lobby.receivers")
