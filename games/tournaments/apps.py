"""The app `tournaments`."""

from django.utils.translation import gettext_lazy as _

from core import features


class TournamentsConfig(features.Feature):
    name = "games.tournaments"
    verbose_name = _("Tournaments")
