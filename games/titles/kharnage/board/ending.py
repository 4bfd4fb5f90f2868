"""How a match of Kharnage ended: each player's points by round, and tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.endings import Ending, i_won, winning_seat
from games.boards.seats import TablePlayer
from games.boards.table_view import TableView

if TYPE_CHECKING:
    from games.engine.contract import Effect


@dataclass(frozen=True)
class Tally:
    """A player's points by round, and tokens for armies that were wiped out."""

    player: TablePlayer
    rounds: tuple[int, ...]
    tokens: int
    total: int


@dataclass(frozen=True)
class Tallies:
    """The tallies of all players, by place, and the rounds that were scored."""

    rounds: tuple[int, ...]
    players: tuple[Tally, ...]


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
    tokens = table.view["kharnage"]
    players = tuple(
        Tally(
            player,
            tuple(facts["points"][player.seat] for facts in scored),
            tokens[player.seat],
            player.score or 0,
        )
        for player in table.placed
    )
    rounds = tuple(facts["round"] for facts in scored)
    return Ending(
        headline,
        template="games/kharnage/_tallies.html",
        picture=Tallies(rounds, players),
        numbers=_numbers(effects),
    )


def _numbers(effects: list[Effect]) -> tuple[tuple[str, str], ...]:
    destroyed = sum(effect.kind == "destroyed" for effect in effects)
    wiped_out = sum(effect.kind == "kharnage" for effect in effects)
    return (
        (_("Cards destroyed"), str(destroyed)),
        (_("Armies wiped out"), str(wiped_out)),
    )
