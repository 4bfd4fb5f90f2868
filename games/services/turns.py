"""Whose turn it is: the tables that wait for somebody, and the outbox that tells them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from config.prepared import put
from games import announce
from games.models import Match, Notice, Player

# So long somebody may take to answer before anything is sent: a fast game sends nothing.
PATIENCE = timedelta(seconds=10)


def waiting_players() -> QuerySet[Player]:
    """The seats that people owe a decision at."""
    return Player.objects.filter(
        asked_at__isnull=False,
        left_at=None,
        bot="",
        match__status=Match.Status.RUNNING,
    )


def waiting_count(user_id: int, *, but: str | None = None) -> int:
    """How many tables wait for somebody; `but`: a match not to count."""
    return waiting_players().filter(user=user_id).exclude(match=but).count()


def turned(match: Match, asked: Iterable[Player], freed: Iterable[Player] = ()) -> None:
    """In the transaction that says so: these players are newly asked, those no longer.

    A notice that waits already is put off: then the row is locked, and no worker can take the
    old one away unseen.
    """
    told = [player for player in asked if player.person and player.user_id is not None]
    due = timezone.now() + PATIENCE
    for player in told:
        put(Notice(player=player, due_at=due), ["due_at"])
    users = {player.user_id for player in (*told, *freed) if player.user_id is not None}
    announce.turns_moved(match.id, users)
