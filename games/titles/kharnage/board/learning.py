"""What a costly decision teaches, for the review of a match."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.engine.contract import Move
from games.titles.kharnage.rules.moves import Destroy, Plan, Reinforce, Stop, Target


def lesson_of(chosen: Move, better: Move) -> str:
    """Return one sentence about every decision of this kind."""
    match chosen, better:
        case Plan(), _:
            return _("Choose your plans for the whole battle: you can use each of them only once.")
        case ((Target(()) | Stop()), _):
            return _("Don’t stop too soon: a card you spare can still attack you.")
        case _, (Target(()) | Stop()):
            return _("Not every strike pays: sometimes it’s stronger to spare an enemy.")
        case Target(), _:
            return _("Strike where the most cards fall: count what each attack would destroy.")
        case Destroy(), _:
            return _("Destroy first what could strike you next.")
        case Reinforce(), _:
            return _("Send generals when they can strike at once, not just to be destroyed.")
    return _("Use what your army can do besides attack.")
