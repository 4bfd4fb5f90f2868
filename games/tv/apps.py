"""The app `tv`."""

from django.utils.translation import gettext_lazy as _

from core import features


class TvConfig(features.Feature):
    name = "games.tv"
    verbose_name = _("TV")
