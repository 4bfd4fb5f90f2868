"""The app `privacy`."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PrivacyConfig(AppConfig):
    name = "games.privacy"
    verbose_name = _("Privacy")

    def ready(self) -> None:
        import_module("games.privacy.receivers")
