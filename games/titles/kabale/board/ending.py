"""How a match of Kabale und Hiebe ended: all players' goals by area, and their scores."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.endings import Column, Ending, i_won, winning_seat
from games.boards.table_view import TableView
from games.titles.kabale.board.parts import Area, wealth


def fortunes_ending(table: TableView) -> Ending:
    """Return the winner with their points, and all players' goals."""
    scores = [player.score or 0 for player in table.players]
    seat = winning_seat(table)
    headline, how = table.result, ""
    if seat is not None:
        text = ngettext("{name} wins with {n} point.", "{name} wins with {n} points.", scores[seat])
        if i_won(table):
            text = ngettext("You win with {n} point.", "You win with {n} points.", scores[seat])
        headline = text.format(name=table.players[seat].name, n=scores[seat])
        if scores.count(scores[seat]) > 1:
            how = _("The points are equal, so the better goals decide.")
    won = table.view["won"]
    fortunes = [wealth(goals) for goals in won]
    columns = tuple(
        Column(str(area.name), tuple(_goals(fortune.areas[at]) for fortune in fortunes), area.id)
        for at, area in enumerate(fortunes[0].areas)
    )
    struck = sum(one.kind == "assassinated" for step in table.steps for one in step.effects)
    numbers = (
        (_("Goals won"), str(sum(map(len, won)))),
        (_("Allies assassinated"), str(struck)),
    )
    reckonings = tuple(fortune.reckoning for fortune in fortunes)
    return Ending(headline, how, numbers=numbers, columns=columns, reckonings=reckonings)


def _goals(area: Area) -> str:
    return "+".join(map(str, area.points)) or "–"
