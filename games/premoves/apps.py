"""The app `premoves`."""

from django.utils.translation import gettext_lazy as _

from core import features


class PremovesConfig(features.Feature):
    name = "games.premoves"
    verbose_name = _("Moves decided beforehand")
