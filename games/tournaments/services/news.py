"""Notify players and pages of what happens in a tournament."""

from __future__ import annotations

from collections.abc import Collection

from games.events.models import Event
from games.events.services import news
from games.matches.models import Match
from games.tournaments.models import Tournament


def moved(tournament: Tournament) -> None:
    """Count a change of a tournament whose row is locked, and publish it after commit."""
    tournament.number += 1
    tournament.save(update_fields=["number"])
    news.moved(tournament.pk)


def tell(
    event: Event, users: Collection[int], what: str, *, match: Match | None = None, number: int = 0
) -> None:
    """Notify players; news about a round replace those about the round before."""
    url = f"/tournaments/{event.pk}/" if match is None else match.get_absolute_url()
    news.notify(event, users, what, about="round" if number else what, url=url, number=number)
