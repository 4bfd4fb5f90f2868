"""How a match of Kharnage ended: the points of each round and the tokens, player by player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.endings import Ending, i_won, winning_seat

if TYPE_CHECKING:
    from games.engine.contract import Happening
    from games.matches.presenters.chairs import Chair
    from games.matches.presenters.table import Table


@dataclass(frozen=True)
class Tally:
    """What a player gained round by round, and for armies that were wiped out."""

    chair: Chair
    rounds: tuple[int, ...]
    tokens: int
    total: int


@dataclass(frozen=True)
class Tallies:
    """Everybody's, from the first place to the last, and which rounds were scored."""

    rounds: tuple[int, ...]
    players: tuple[Tally, ...]


def tally_ending(table: Table) -> Ending:
    """Who won with how many points, and from where they came."""
    happenings = [happening for step in table.steps for happening in step.happenings]
    scored = [happening.facts for happening in happenings if happening.kind == "scored"]
    seat = winning_seat(table)
    headline = table.result
    if seat is not None:
        score = table.chairs[seat].score or 0
        text = ngettext(
            "The hill falls silent: {name} wins with {n} point.",
            "The hill falls silent: {name} wins with {n} points.",
            score,
        )
        if i_won(table):
            text = ngettext(
                "The hill falls silent: you win with {n} point.",
                "The hill falls silent: you win with {n} points.",
                score,
            )
        headline = text.format(name=table.chairs[seat].name, n=score)
    tokens = table.view["kharnage"]
    players = tuple(
        Tally(
            chair,
            tuple(facts["points"][chair.seat] for facts in scored),
            tokens[chair.seat],
            chair.score or 0,
        )
        for chair in table.placed
    )
    rounds = tuple(facts["round"] for facts in scored)
    return Ending(
        headline,
        template="games/kharnage/_tallies.html",
        picture=Tallies(rounds, players),
        numbers=_numbers(happenings),
    )


def _numbers(happenings: list[Happening]) -> tuple[tuple[str, str], ...]:
    destroyed = sum(happening.kind == "destroyed" for happening in happenings)
    wiped_out = sum(happening.kind == "kharnage" for happening in happenings)
    return (
        (_("Cards destroyed"), str(destroyed)),
        (_("Armies wiped out"), str(wiped_out)),
    )
