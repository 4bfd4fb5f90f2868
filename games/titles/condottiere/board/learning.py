"""The lessons of costly decisions, for the review of a match."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.engine.contract import Move
from games.titles.condottiere.rules.moves import Choose, Decline, Pass, Play


def lesson_of(chosen: Move, better: Move) -> str:
    """Return one sentence for every decision of this kind."""
    match chosen, better:
        case Pass(), _:
            return _("Fight on longer: you passed when another card was worth its price.")
        case Play(), Pass():
            return _("Pass sooner: you spent cards on battles that weren’t worth them.")
        case Play(), _:
            return _(
                "Choose your card with more care: another one did more, or was easier to spare."
            )
        case ((Choose() | Decline()), _):
            return _("Choose the city with more care: another battle promised more.")
    return _("When a hand is almost played out, ask whether keeping it still wins anything.")
