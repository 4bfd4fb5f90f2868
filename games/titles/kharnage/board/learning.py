"""What a costly decision teaches, for the review of a match."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.engine.contract import Move
from games.titles.kharnage.rules.moves import Destroy, Plan, Reinforce, Target


def lesson_of(chosen: Move, better: Move) -> str:
    """One sentence for every decision of this kind."""
    match chosen:
        case Plan():
            return _("Choose your plans for the whole battle: each of them strikes only once.")
        case Target():
            return _("Strike where most falls: count what each attack would destroy.")
        case Destroy():
            return _("Choose what falls first: whatever could strike you next.")
        case Reinforce():
            return _("Send generals when they strike at once, and not to be struck down.")
    return _("Use what your army can do besides attacking, and know when to stop.")
