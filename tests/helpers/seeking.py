"""Users who search for a match, and the results."""

from __future__ import annotations

from datetime import timedelta
from itertools import combinations
from typing import Any
from unittest.mock import patch

from django.utils import timezone

from accounts.http import Visitor
from accounts.models import User
from games.lobby.models import Ticket
from games.lobby.services import quick, tickets
from games.lobby.services.pairing import TicketRequest, suit
from games.lobby.services.quick import _seeker
from games.titles.registry import all_games, game_of, is_installed
from tests.helpers.matches import committed

GAME = next(game.slug for game in all_games() if {2, 3, 4} <= set(game.seats))
"""A game with tables of two, three and four."""
OTHER = next(game.slug for game in all_games() if game.slug != GAME and 2 in game.seats)
DUEL = TicketRequest((GAME,), (2,), "live-10")
SLOW = TicketRequest((GAME,), (2,), "turns-24")


def seek(user: Visitor, wanted: TicketRequest = DUEL, **how: Any) -> Ticket:
    """File a ticket as the pages do, and return it as stored afterwards."""
    with committed():
        ticket = quick.seek(user, wanted, **how)
    return Ticket.objects.get(id=ticket.id)


def rated_as(ratings: dict[str, int]) -> Any:
    """Give users, by name, these ratings at every table while the patch is active."""

    def rating_of(user: User, game: str, seats: int) -> int:
        assert is_installed(game), game
        assert seats in game_of(game).seats
        return ratings.get(user.username, 1500)

    return patch("games.ladders.services.ratings.rating_of", rating_of)


def waited(ticket: Ticket, seconds: float) -> None:
    """Let a ticket be that many seconds old, with its page still open."""
    now = timezone.now()
    seen = now + tickets.SEEN if ticket.live else None
    Ticket.objects.filter(id=ticket.id).update(
        filed_at=now - timedelta(seconds=seconds), seen_until=seen
    )


def left_over() -> list[tuple[Ticket, Ticket]]:
    """Return pairs of waiting tickets that could play together at a table of two."""
    waiting = list(Ticket.objects.filter(match=None).select_related("pool"))
    return [
        (one, other)
        for one, other in combinations(waiting, 2)
        if one.pool_id == other.pool_id
        for choice in tickets.choices_of(one)
        if choice[1] == 2 and suit(_seeker(one), _seeker(other), choice, set())
    ]
