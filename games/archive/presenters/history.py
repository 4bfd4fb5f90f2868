"""Finished matches in lists."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from games.engine.contract import Game
from games.matches.models import Match, Player
from games.matches.presenters.results import result_of
from games.titles.registry import game_of


@dataclass(frozen=True)
class Played:
    """A finished match: its players by place, and my own place if I was there."""

    match: Match
    players: list[Player]
    mine: Player | None

    @property
    def game(self) -> Game:
        return game_of(self.match.game)

    @property
    def result(self) -> str:
        """Who won and how, in one sentence."""
        return result_of(self.match, self.players)


def listed(matches: Iterable[Match], user: Any) -> list[Played]:
    """Matches with their players as rows; `mine` is the chair of `user`."""
    rows = []
    for match in matches:
        players = list(match.players.all())
        mine = next((p for p in players if p.user_id and p.user_id == user.pk), None)
        rows.append(Played(match, players, mine))
    return rows
