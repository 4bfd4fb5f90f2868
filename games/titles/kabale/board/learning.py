"""What a costly decision teaches, for the review of a match."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.engine.contract import Move
from games.titles.kabale.rules.moves import Cloak, Place


def lesson_of(chosen: Move, better: Move) -> str:
    """Return one sentence about every decision of this kind."""
    match chosen, better:
        case Place(_, column), Place(_, other) if column == other:
            return _("Right column, wrong card: keep your best cards for more valuable goals.")
        case Place(card), Place(other) if card == other:
            return _("Right card, wrong column: check what it would win elsewhere.")
        case Place(), _:
            return _("Card and column go together: compare a few pairs before you lay one.")
        case Cloak(), _:
            return _("Think about the cloak: the card you hide can decide a column.")
    return _("Think about the traitor: compare both goals before you swap.")
