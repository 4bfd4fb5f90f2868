"""How a match of Kharnage ended: each player's points by round, and tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.endings import Column, Ending, i_won, winning_seat
from games.boards.table_view import TableView

if TYPE_CHECKING:
    from games.engine.contract import Effect


def tally_ending(table: TableView) -> Ending:
    """Return the winner with their points, and how each player gained theirs."""
    effects = [effect for step in table.steps for effect in step.effects]
    scored = [effect.facts for effect in effects if effect.kind == "scored"]
    seat = winning_seat(table)
    headline, how = table.result, ""
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
        how = _tie_break(table)
    rounds = [
        Column(
            _("Round {round}").format(round=facts["round"]),
            tuple(map(str, facts["points"])),
            short=str(facts["round"]),
        )
        for facts in scored
    ]
    tokens = Column(_("Kharnage tokens"), tuple(map(str, table.view["kharnage"])), "carnage")
    return Ending(headline, how, numbers=_numbers(effects), columns=(*rounds, tokens))


def _tie_break(table: TableView) -> str:
    """Return what put the winner ahead of a player with as many points; empty without a tie."""
    if (table.outcome or {}).get("reason") != "rounds":
        return ""
    sizes = [sum(map(len, lines.values())) for lines in table.view["lines"]]
    scores = [player.score or 0 for player in table.players]
    ranked = sorted(zip(scores, table.view["kharnage"], sizes, strict=True), reverse=True)
    (score, tokens, size), second = ranked[:2]
    if score > second[0]:
        return ""
    if tokens > second[1]:
        return _("The points are equal, so the kharnage tokens decide.")
    if size > second[2]:
        return _("The points are equal, so the cards still standing decide.")
    return _("The points are equal, so the lower number on the last strategy card decides.")


def _numbers(effects: list[Effect]) -> tuple[tuple[str, str], ...]:
    destroyed = sum(effect.kind == "destroyed" for effect in effects)
    wiped_out = sum(effect.kind == "kharnage" for effect in effects)
    return (
        (_("Cards destroyed"), str(destroyed)),
        (_("Armies wiped out"), str(wiped_out)),
    )
