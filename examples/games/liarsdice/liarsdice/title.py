"""Liar's Dice as the site offers it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.titles.contract import Budget, Title

from .board import DiceBoard
from .core import CORE
from .lessons import FIRST_STEPS

TITLE = Title(
    rules=CORE.rules,
    bots=CORE.bots,
    board=DiceBoard,
    name=pgettext_lazy("name of a game", "Liar’s Dice"),
    dealing=_("The dice are being rolled."),
    dealt=_("The dice are rolled."),
    pitch=_("Bid on dice that no one sees, and catch the others bluffing."),
    minutes="10–15",
    bot_names=("Long John", "Anne", "Mary", "Calico Jack"),
    lessons=(FIRST_STEPS,),
    credit="Traditional",
    budget=Budget(moves_per_second=40_000),
)
