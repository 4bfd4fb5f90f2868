"""The app `lobby`."""

from django.utils.translation import gettext_lazy as _

from core import features


class LobbyConfig(features.Feature):
    name = "games.lobby"
    verbose_name = _("Lobby")
