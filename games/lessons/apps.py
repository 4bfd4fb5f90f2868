"""The app `lessons`."""

from django.utils.translation import gettext_lazy as _

from core import features


class LessonsConfig(features.Feature):
    name = "games.lessons"
    verbose_name = _("Lessons")
