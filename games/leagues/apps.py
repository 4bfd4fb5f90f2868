"""The app `leagues`."""

from django.utils.translation import gettext_lazy as _

from core import features


class LeaguesConfig(features.Feature):
    name = "games.leagues"
    verbose_name = _("Leagues")
