"""The lessons of costly decisions, for the review of a match."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.engine.contract import Move
from games.titles.babel.rules.moves import Build, End, Migrate, Power, Settle


def lesson_of(chosen: Move, better: Move) -> str:
    """Return one sentence for every decision of this kind."""
    match chosen, better:
        case Build(), _:
            return _("Don’t rush a build that can wait: first use what the site offers.")
        case _, Build():
            return _("Build when you can: a level left for later may be gone.")
        case Power(), _:
            return _("Choose the power, and its moment, with more care.")
        case _, Power():
            return _("Look for powers: three of one tribe side by side do more than any card.")
        case End(), _:
            return _("Before you end your turn, check what your cards could still do.")
        case _, End():
            return _("End your turn sooner: cards in hand are worth more than this.")
        case Settle(), _:
            return _("Settle with a plan: your powers depend on which tribes lie side by side.")
        case Migrate(), _:
            return _("Migrate only where the cards form something new.")
    return _("Travel with a plan: every journey costs a card.")
