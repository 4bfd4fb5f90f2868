"""The app `local_tables`."""

from django.utils.translation import gettext_lazy as _

from core import features


class LocalTablesConfig(features.Feature):
    name = "games.local_tables"
    verbose_name = _("Tables on one device")
