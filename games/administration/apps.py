"""The app `administration`."""

from django.utils.translation import gettext_lazy as _

from core import features


class AdministrationConfig(features.Feature):
    name = "games.administration"
    verbose_name = _("Administration")
