"""Whose turn it is: the tables that wait for somebody."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from games.matches import announce
from games.matches.extras import seats_asked
from games.matches.models import Match, Player
from games.matches.services.event_store import installed


def waiting_players() -> QuerySet[Player]:
    """The seats that people owe a decision at, where the match can go on."""
    return Player.objects.filter(
        installed("match__"),
        asked_at__isnull=False,
        left_at=None,
        bot="",
        match__status=Match.Status.RUNNING,
    )


def waiting_count(user_id: int, *, but: str | None = None) -> int:
    """How many tables wait for somebody; `but`: a match not to count."""
    return waiting_players().filter(user=user_id).exclude(match=but).count()


def turned(match: Match, asked: Iterable[Player], freed: Iterable[Player] = ()) -> None:
    """In the transaction that says so: these players are newly asked, those no longer."""
    told = [player for player in asked if player.person and player.user_id is not None]
    if told:
        seats_asked.send(Match, players=told)
    users = {player.user_id for player in (*told, *freed) if player.user_id is not None}
    announce.turns_moved(match.id, users)
