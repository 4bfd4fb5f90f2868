"""What a costly decision teaches, for the review of a match."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.engine.contract import Move
from games.titles.condottiere.rules.moves import Choose, Decline, Pass, Play


def lesson_of(chosen: Move, better: Move) -> str:
    """One sentence for every decision of this kind."""
    match chosen, better:
        case Pass(), _:
            return _("Fight on longer: you passed where another card was worth its price.")
        case Play(), Pass():
            return _("Pass sooner: you gave cards for battles that were not worth them.")
        case Play(), _:
            return _("Weigh which card to play: another one did more, or was easier to spare.")
        case ((Choose() | Decline()), _):
            return _("Choose the city with more care: another battle promised you more.")
    return _("When a hand is all but played, ask whether keeping it still wins anything.")
