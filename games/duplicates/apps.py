"""The app `duplicates`."""

from django.utils.translation import gettext_lazy as _

from core import features


class DuplicatesConfig(features.Feature):
    name = "games.duplicates"
    verbose_name = _("Duplicate deals")
