"""The app `archive`."""

from django.utils.translation import gettext_lazy as _

from core import features


class ArchiveConfig(features.Feature):
    name = "games.archive"
    verbose_name = _("Archive")
