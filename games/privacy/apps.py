"""The app `privacy`."""

from django.utils.translation import gettext_lazy as _

from core import features


class PrivacyConfig(features.Feature):
    name = "games.privacy"
    verbose_name = _("Privacy")
