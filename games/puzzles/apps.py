"""The app `puzzles`."""

from django.utils.translation import gettext_lazy as _

from core import features


class PuzzlesConfig(features.Feature):
    name = "games.puzzles"
    verbose_name = _("Puzzles")
