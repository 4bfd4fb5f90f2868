"""The app `moderation`."""

from django.utils.translation import gettext_lazy as _

from core import features


class ModerationConfig(features.Feature):
    name = "games.moderation"
    verbose_name = _("Moderation")
