"""The app `hints`."""

from django.utils.translation import gettext_lazy as _

from core import features


class HintsConfig(features.Feature):
    name = "games.hints"
    verbose_name = _("Hints")
