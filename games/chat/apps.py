"""The app `chat`."""

from django.utils.translation import gettext_lazy as _

from core import features


class ChatConfig(features.Feature):
    name = "games.chat"
    verbose_name = _("Chat")
