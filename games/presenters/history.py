"""Finished matches in lists."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from games.engine.contract import Game, Outcome
from games.models import Match, Player
from games.presenters.boards import board_of
from games.presenters.words import list_words
from games.rules import newest

LATEST = 10


@dataclass(frozen=True)
class Played:
    """A finished match: its players by place, and my own place if I was there."""

    match: Match
    players: list[Player]
    mine: Player | None

    @property
    def game(self) -> Game:
        return newest(self.match.game).game

    @property
    def result(self) -> str:
        """Who won and how, in one sentence."""
        winners = [player.name for player in self.players if player.place == 1]
        outcome = Outcome(**self.match.outcome)
        return board_of(self.match.game).result(list_words(winners), len(winners), outcome)


@dataclass(frozen=True)
class Past:
    """What somebody has played, as a visitor may see it: how much, how well, and the latest."""

    played: int
    won: int
    latest: list[Played]


def matches_of(user: Any | None, viewer: Any = None) -> QuerySet[Match]:
    """Finished matches, newest first: a user's, or everybody's public ones.

    A `viewer` who is somebody else sees the public ones and those they sat at themselves.
    """
    finished = Match.objects.filter(status=Match.Status.FINISHED)
    if user is None:
        own = finished.filter(public=True)
    else:
        own = finished.filter(_seated(user))
        if viewer is not None and viewer.pk != user.pk:
            own = own.filter(Q(public=True) | _seated(viewer) if viewer.pk else Q(public=True))
    players = Player.objects.select_related("user").order_by("place", "seat")
    return own.order_by("-ended_at").prefetch_related(Prefetch("players", players))


def _seated(user: Any) -> Q:
    return Q(Exists(Player.objects.filter(match=OuterRef("pk"), user=user)))


def listed(matches: Iterable[Match], user: Any) -> list[Played]:
    """Matches as rows for a visitor; `mine` is the chair of `user`."""
    rows = []
    for match in matches:
        players = list(match.players.all())
        mine = next((p for p in players if p.user_id and p.user_id == user.pk), None)
        rows.append(Played(match, players, mine))
    return rows


def past_of(person: Any, viewer: Any) -> Past:
    """What stands on somebody's profile."""
    theirs = matches_of(person, viewer)
    won = Player.objects.filter(match=OuterRef("pk"), user=person, place=1)
    return Past(
        played=theirs.count(),
        won=theirs.filter(Exists(won)).count(),
        latest=listed(theirs[:LATEST], person),
    )
