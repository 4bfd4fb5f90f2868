"""The app `notifications`."""

from django.utils.translation import gettext_lazy as _

from core import features


class NotificationsConfig(features.Feature):
    name = "games.notifications"
    verbose_name = _("Notifications")
