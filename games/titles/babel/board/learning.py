"""What a costly decision teaches, for the review of a match."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.engine.contract import Move
from games.titles.babel.rules.moves import Build, End, Migrate, Power, Settle


def lesson_of(chosen: Move, better: Move) -> str:
    """One sentence for every decision of this kind."""
    match chosen, better:
        case Build(), _:
            return _("Do not build at once what can wait: first use what the site gives.")
        case _, Build():
            return _("Build when you can: a level that waits may be gone.")
        case Power(), _:
            return _("Choose the power, and the moment for it, with more care.")
        case _, Power():
            return _("Look for powers: three equal tribes side by side do more than any card.")
        case End(), _:
            return _("Before you end your turn, look what your cards could still do.")
        case _, End():
            return _("End your turn sooner: cards in hand are worth more than this.")
        case Settle(), _:
            return _("Settle with a plan: who comes beside whom decides about powers.")
        case Migrate(), _:
            return _("Let tribes migrate only where they form something new.")
    return _("Travel with a plan: every journey costs a card.")
