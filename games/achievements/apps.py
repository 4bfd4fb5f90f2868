"""The app `achievements`."""

from django.utils.translation import gettext_lazy as _

from core import features


class AchievementsConfig(features.Feature):
    name = "games.achievements"
    verbose_name = _("Achievements")
