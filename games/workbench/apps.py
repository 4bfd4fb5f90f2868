"""The app `workbench`."""

from django.utils.translation import gettext_lazy as _

from core import features


class WorkbenchConfig(features.Feature):
    name = "games.workbench"
    verbose_name = _("Workbench")
