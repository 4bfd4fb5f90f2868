"""How a match of Kabale und Hiebe ended: the goals of everybody by area, and what they count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.endings import Ending, i_won, winning_seat
from games.titles.kabale.board.parts import Wealth, wealth

if TYPE_CHECKING:
    from games.matches.presenters.chairs import Chair
    from games.matches.presenters.table import Table


@dataclass(frozen=True)
class Fortune:
    """What somebody has won by area, and the score it makes."""

    chair: Chair
    wealth: Wealth


def fortunes_ending(table: Table) -> Ending:
    """Who won with how many points, and everybody's goals."""
    scores = [chair.score or 0 for chair in table.chairs]
    seat = winning_seat(table)
    headline, how = table.result, ""
    if seat is not None:
        text = ngettext("{name} wins with {n} point.", "{name} wins with {n} points.", scores[seat])
        if i_won(table):
            text = ngettext("You win with {n} point.", "You win with {n} points.", scores[seat])
        headline = text.format(name=table.chairs[seat].name, n=scores[seat])
        if scores.count(scores[seat]) > 1:
            how = _("Equal points: the better goals decide.")
    won = table.view["won"]
    fortunes = tuple(Fortune(chair, wealth(won[chair.seat])) for chair in table.placed)
    struck = sum(h.kind == "assassinated" for step in table.steps for h in step.happenings)
    numbers = (
        (_("Goals won"), str(sum(map(len, won)))),
        (_("Allies assassinated"), str(struck)),
    )
    return Ending(headline, how, "games/kabale/_fortunes.html", fortunes, numbers)
