"""The app `achievements`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AchievementsConfig(AppConfig):
    name = "games.achievements"
    verbose_name = _("Achievements")
