"""The app `matches`."""

from django.utils.translation import gettext_lazy as _

from core import features


class MatchesConfig(features.Feature):
    name = "games.matches"
    verbose_name = _("Matches")
