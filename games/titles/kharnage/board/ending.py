"""How a match of Kharnage ended: each player's points by round, and tokens."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.endings import Column, Ending, i_won, winning_seat
from games.boards.table_view import TableView

if TYPE_CHECKING:
    from games.boards.seats import TablePlayer
    from games.engine.contract import Effect


def tally_ending(table: TableView) -> Ending:
    """Return the winner with their points, and how each player gained theirs."""
    effects = [effect for step in table.steps for effect in step.effects]
    scored = [effect.facts for effect in effects if effect.kind == "scored"]
    seat = winning_seat(table)
    headline = table.result
    if seat is not None:
        score = table.players[seat].score or 0
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
        headline = text.format(name=table.players[seat].name, n=score)
    rounds = [
        Column(
            _("Round {round}").format(round=facts["round"]),
            tuple(map(str, facts["points"])),
            short=str(facts["round"]),
        )
        for facts in scored
    ]
    tokens = Column(_("Kharnage tokens"), tuple(map(str, table.view["kharnage"])), "carnage")
    columns = (*rounds, tokens)
    return Ending(headline, _tie_breaks(table), numbers=_numbers(effects), columns=columns)


def _tie_breaks(table: TableView) -> str:
    """Return what put players ahead of others with as many points; empty without a tie."""
    if (table.outcome or {}).get("reason") != "rounds":
        return ""
    tied = [
        (better, worse)
        for better, worse in pairwise(table.placed)
        if better.score == worse.score and better.place != worse.place
    ]
    return " ".join(_tie_break(table, better, worse) for better, worse in tied)


def _tie_break(table: TableView, better: TablePlayer, worse: TablePlayer) -> str:
    tokens, lines = table.view["kharnage"], table.view["lines"]
    sizes = [sum(map(len, lines[player.seat].values())) for player in (better, worse)]
    why = _("The points are equal, so the lower number on the last strategy card decides.")
    if tokens[better.seat] > tokens[worse.seat]:
        why = _("The points are equal, so the kharnage tokens decide.")
    elif sizes[0] > sizes[1]:
        why = _("The points are equal, so the cards still standing decide.")
    if better.place == 1:
        return why
    return _("Places {a} and {b}: {why}").format(a=better.place, b=worse.place, why=why)


def _numbers(effects: list[Effect]) -> tuple[tuple[str, str], ...]:
    destroyed = sum(effect.kind == "destroyed" for effect in effects)
    wiped_out = sum(effect.kind == "kharnage" for effect in effects)
    return (
        (_("Cards destroyed"), str(destroyed)),
        (_("Armies wiped out"), str(wiped_out)),
    )
