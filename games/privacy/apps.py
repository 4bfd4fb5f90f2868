"""The app `privacy`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PrivacyConfig(AppConfig):
    name = "games.privacy"
    verbose_name = _("Privacy")
