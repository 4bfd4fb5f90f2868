"""The app `ladders`."""

from django.utils.translation import gettext_lazy as _

from core import features


class LaddersConfig(features.Feature):
    name = "games.ladders"
    verbose_name = _("Ratings")
