"""Magpies as the site offers it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.titles.contract import Budget, Title

from .board import MagpieBoard
from .core import CORE
from .lessons import FIRST_STEPS

TITLE = Title(
    rules=CORE.rules,
    bots=CORE.bots,
    board=MagpieBoard,
    name=pgettext_lazy("name of a game", "Magpies"),
    dealing=_("The treasures are being shuffled."),
    dealt=_("The treasures are shuffled."),
    pitch=_("All bid at once for a treasure, and equal bids get nothing."),
    minutes="5–10",
    bot_names=("Pica", "Margot", "Skad", "Gazza"),
    lessons=(FIRST_STEPS,),
    credit="After Goofspiel, traditional",
    budget=Budget(moves_per_second=40_000),
)
