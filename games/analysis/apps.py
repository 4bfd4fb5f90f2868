"""The app `analysis`."""

from django.utils.translation import gettext_lazy as _

from core import features


class AnalysisConfig(features.Feature):
    name = "games.analysis"
    verbose_name = _("Analysis boards")
