"""The app `clubs`."""

from django.utils.translation import gettext_lazy as _

from core import features


class ClubsConfig(features.Feature):
    name = "games.clubs"
    verbose_name = _("Clubs")
