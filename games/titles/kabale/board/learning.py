"""What a costly decision teaches, for the review of a match."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.engine.contract import Move
from games.titles.kabale.rules.moves import Cloak, Place


def lesson_of(chosen: Move, better: Move) -> str:
    """One sentence for every decision of this kind."""
    match chosen, better:
        case Place(_, column), Place(_, other) if column == other:
            return _("The column was right, the card was not: keep your best for dearer goals.")
        case Place(card), Place(other) if card == other:
            return _("The card was right, the column was not: ask what it would win elsewhere.")
        case Place(), _:
            return _("Card and column go together: compare a few pairs before you lay one.")
        case Cloak(), _:
            return _("Think about the cloak of invisibility: whom it hides decides a column.")
    return _("Think about the traitor: which columns change places is worth a look at both goals.")
