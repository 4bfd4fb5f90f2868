"""The end of a match of Babel: both players' temples at all five sites, side by side."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.boards.endings import Ending, i_won, winning_seat
from games.boards.seats import TablePlayer
from games.boards.table_view import TableView
from games.titles.babel.board.faces import PEOPLE
from games.titles.babel.board.parts import TIER
from games.titles.babel.rules.cards import SITES

HOW = {
    "fifteen": gettext_lazy("One total is 15 or more, the other 9 or less."),
    "twenty": gettext_lazy("The end phase ends at 20."),
    "nine": gettext_lazy("The end phase ends when a total is 9 or less."),
    "deck": gettext_lazy("The last temple card is drawn."),
}


@dataclass(frozen=True)
class Tower:
    """A player's temple and its height."""

    player: TablePlayer
    height: int
    taller: bool

    @property
    def levels(self) -> range:
        return range(1, self.height + 1)

    @property
    def box(self) -> str:
        return f"0 {-TIER * max(self.height, 1)} 64 {TIER * max(self.height, 1)}"


@dataclass(frozen=True)
class Place:
    """A site with the towers of both players."""

    tribe: str
    name: str
    towers: tuple[Tower, ...]


def towers_ending(table: TableView) -> Ending:
    """Return the end of a match: both totals, and what ended it."""
    totals: list[int] = table.view["totals"]
    outcome = table.outcome or {}
    seat = winning_seat(table)
    how = str(HOW.get(outcome.get("reason", ""), ""))
    if seat is None:
        headline = table.result
    else:
        text = (
            _("You win, {mine} to {other}.")
            if i_won(table)
            else _("{name} wins, {mine} to {other}.")
        )
        if totals[0] == totals[1]:
            how = table.result
        headline = text.format(
            name=table.players[seat].name, mine=totals[seat], other=totals[1 - seat]
        )
    stolen = [one for step in table.steps for one in step.effects if one.kind == "power"]
    return Ending(
        headline,
        how,
        "games/babel/_towers.html",
        tuple(_place(table, site) for site in SITES),
        ((_("Powers used"), str(len(stolen))),),
    )


def _place(table: TableView, site: str) -> Place:
    near = table.near
    temples = table.view["sites"][site]["temples"]
    heights = [levels[-1] if levels else 0 for levels in temples]
    towers = tuple(
        Tower(table.players[seat], heights[seat], heights[seat] > heights[1 - seat])
        for seat in (near, 1 - near)
    )
    return Place(site, str(PEOPLE[site]), towers)
