"""The app `chat`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ChatConfig(AppConfig):
    name = "games.chat"
    verbose_name = _("Talk")
