"""The app `matches`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    name = "games.matches"
    verbose_name = _("Matches")
