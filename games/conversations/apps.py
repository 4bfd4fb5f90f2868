"""The app `conversations`."""

from django.utils.translation import gettext_lazy as _

from core import features


class ConversationsConfig(features.Feature):
    name = "games.conversations"
    verbose_name = _("Messages")
