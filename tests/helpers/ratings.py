"""Rated matches: started, won, and finished ones that were not played, with random histories.

match = finished([anna, berta], [1, 2])
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from io import StringIO
from random import Random
from typing import Any

from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.ladders.models import RatingEntry
from games.ladders.services import newcomers, ratings
from games.matches.models import Match, Player
from games.matches.services import append, commands
from games.titles.registry import newest
from tests.helpers.matches import committed, fresh, started, under_way


def finished(
    seated: Sequence[User | str],
    places: Sequence[int],
    *,
    game: str = "condottiere",
    at: datetime | None = None,
    rated: bool = True,
    public: bool = True,
    left: Sequence[int] = (),
    note_newcomers: bool = False,
) -> Match:
    """Write a finished match with these places.

    `seated` has a user or a bot's level for each seat; `left` has the seats that left the match.
    Only with `note_newcomers` may players be newcomers, as in matches that were dealt.
    """
    count = len(seated)
    with transaction.atomic():
        match = Match.objects.create(
            game=game,
            rules=newest(game).game.rules,
            seats=count,
            rated=rated,
            public=public,
            commitment="0" * 64,
            status=Match.Status.FINISHED,
            ended_at=at or timezone.now(),
            outcome={"scores": [0] * count, "places": list(places), "reason": "resigned"},
        )
        players = [
            Player.objects.create(
                match=match,
                user=None if isinstance(one, str) else one,
                name=f"Bot {seat}" if isinstance(one, str) else one.name,
                bot=one if isinstance(one, str) else "normal" if seat in left else "",
                left_at=1 if seat in left else None,
                joined=seat,
                seat=seat,
                nonce=secrets.token_hex(32),
                place=places[seat],
                score=0,
            )
            for seat, one in enumerate(seated)
        ]
        if note_newcomers:
            newcomers.note_newcomers(players)
        ratings.rate(match, players)
        append.enter_lists(match, players)
        match.save(update_fields=["ended_at", "listed_at", "words"])
        Player.objects.bulk_update(players, append.LISTED_FIELDS)
    return match


def history(people: Sequence[User], matches: int, rng: Random, **more: Any) -> list[Match]:
    """Write random matches of these users, at tables of several sizes, with ties and leavers."""
    played = []
    for _match in range(matches):
        seats = rng.choice([2, 2, 2, 3, 4, 6])
        places = [rng.randint(1, seats) for _seat in range(seats)]
        left = [seat for seat in range(seats) if rng.random() < 0.1]
        played.append(finished(rng.sample(people, seats), places, left=left, **more))
    return played


def rated(*users: User, game: str = "condottiere") -> Match:
    """Start a rated match of these users."""
    return started(*users, game=game, clock="live-10", rated=True)


def won(winner: User, loser: User) -> Match:
    """Play a rated match that the loser resigns as soon as it counts."""
    match = under_way(rated(winner, loser))
    with committed():
        commands.resign(loser, match.id)
    return fresh(match)


def numbers(match: Match) -> list[tuple[int, int]]:
    """Return the ratings before and after a match, by seat, from the ledger."""
    rows = RatingEntry.objects.in_force().filter(match=match).order_by("player__seat")
    return list(rows.values_list("before", "after"))


def recomputed(**options: Any) -> tuple[int, str]:
    """Run the command, and return its exit status and output."""
    out = StringIO()
    try:
        call_command("recompute_ratings", stdout=out, **options)
    except SystemExit as exit_:
        return int(exit_.code or 0), out.getvalue()
    return 0, out.getvalue()
