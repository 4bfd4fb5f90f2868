"""One sentence: what is asked of me, or for whom the table waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.titles.babel.rules.cards import QUARRY
from games.titles.babel.rules.moves import Build

if TYPE_CHECKING:
    from games.engine.contract import View
    from games.matches.presenters.table import Table


def question(table: Table) -> str:
    """What is asked of the viewer, who is to move."""
    view, seat = table.view, table.seat
    assert seat is not None
    if view["phase"] == "halve":
        text = ngettext(
            "{name} halves your hand: discard {n} more card.",
            "{name} halves your hand: discard {n} more cards, one at a time.",
            view["due"],
        )
        return text.format(name=table.chair(1 - seat).name, n=view["due"])
    if view["duty"][seat]:
        return _first_build(view, table, seat)
    if any(isinstance(move, Build) for move in table.moves):
        return _("You can build. Act as you like, then end your turn.")
    return _("Act as often as you like, then end your turn.")


def _first_build(view: View, table: Table, seat: int) -> str:
    """The duty of the first turn, step by step."""
    stone = view["stones"][seat]
    if stone == QUARRY:
        return _("First build your own temple card. Begin by travelling to a site.")
    if any(isinstance(move, Build) and move.row == seat for move in table.moves):
        return _("First build your own temple card: your site is ready for it.")
    if not view["sites"][stone]["temples"][seat] and not view["sites"][stone]["tribes"][seat]:
        return _("First build your own temple card. Settle a tribe card here for it.")
    return _("First build your own temple card, at a site where you have no temple yet.")


def waiting(table: Table) -> str:
    """For whom the table waits, and why."""
    view = table.view
    actor = table.chair(view["turn"]).name
    if view["phase"] == "halve":
        text = ngettext(
            "{name} is to discard {n} more card, then {actor} goes on.",
            "{name} is to discard {n} more cards, then {actor} goes on.",
            view["due"],
        )
        return text.format(name=table.chair(1 - view["turn"]).name, n=view["due"], actor=actor)
    return _("{name} is at work.").format(name=actor)
