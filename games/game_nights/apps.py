"""The app `game_nights`."""

from django.utils.translation import gettext_lazy as _

from core import features


class GameNightsConfig(features.Feature):
    name = "games.game_nights"
    verbose_name = _("Game nights")
