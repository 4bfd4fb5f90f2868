"""Finished matches in lists."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, QuerySet

from games.engine.contract import Game
from games.models import Match, Player
from games.rules import newest


@dataclass(frozen=True)
class Played:
    """A finished match: its players by place, and my own place if I was there."""

    match: Match
    players: list[Player]
    mine: Player | None

    @property
    def game(self) -> Game:
        return newest(self.match.game).game


def matches_of(user: Any | None) -> QuerySet[Match]:
    """Finished matches, newest first: a user's own, or everybody's public ones."""
    finished = Match.objects.filter(status=Match.Status.FINISHED)
    own = finished.filter(public=True) if user is None else finished.filter(players__user=user)
    players = Player.objects.select_related("user").order_by("place", "seat")
    return own.order_by("-ended_at").prefetch_related(Prefetch("players", players))


def listed(matches: Iterable[Match], user: Any) -> list[Played]:
    """Matches as rows for a visitor."""
    rows = []
    for match in matches:
        players = list(match.players.all())
        mine = next((p for p in players if p.user_id and p.user_id == user.pk), None)
        rows.append(Played(match, players, mine))
    return rows
