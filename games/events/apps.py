"""The app `events`."""

from django.utils.translation import gettext_lazy as _

from core import features


class EventsConfig(features.Feature):
    name = "games.events"
    verbose_name = _("Events")
