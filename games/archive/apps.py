"""The app `archive`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ArchiveConfig(AppConfig):
    name = "games.archive"
    verbose_name = _("Archive")
