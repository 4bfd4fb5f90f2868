"""What other pages know of tournaments: lists of events, and tables."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial

from django.db.models import Q
from django.urls import reverse

from accounts.models import User
from games.events.hooks import Kind
from games.events.models import Event
from games.matches.cache import LruCache
from games.matches.hooks import Home
from games.matches.models import Match
from games.matches.viewing import Access
from games.tournaments.models import Tournament, TournamentTable
from games.tournaments.presenters.outlook import outlook_of

_in_contest: LruCache[str, bool] = LruCache(1024)


def kinds_of(events: Collection[Event]) -> Mapping[str, Kind]:
    """Return, by id, those of these events that are tournaments."""
    by_id = {event.pk: event for event in events}
    found = Tournament.objects.filter(event__in=by_id)
    return {one.pk: _kind(one, by_id[one.pk]) for one in found}


def _kind(tournament: Tournament, event: Event) -> Kind:
    tournament.event = event
    return Kind(
        slug=tournament.format,
        name=tournament.get_format_display(),
        url=tournament.get_absolute_url(),
        edit_url=reverse("edit_tournament", args=[tournament.pk]),
        again_url=f"{reverse('plan_tournament')}?like={tournament.pk}",
        begun=tournament.round > 0,
        outlook=partial(outlook_of, tournament),
    )


def keeps_seats(match: Match) -> bool:
    """Return whether a match has the seats of a tournament's pairing.

    Seats of a rated match are always drawn: who chooses them could choose among the deals.
    """
    return not match.rated and TournamentTable.objects.filter(match=match).exists()


def in_contest(match: Match) -> bool:
    """Return whether a match is at a table of a tournament, which it has been from its start."""
    if match.host_id is not None:
        return False
    known = _in_contest.get(match.pk)
    if known is None:
        known = TournamentTable.objects.filter(match=match).exists()
        _in_contest.set(match.pk, known)
    return known


def home_of(access: Access) -> Home | None:
    """Return the tournament that a match belongs to."""
    tables = TournamentTable.objects.select_related("tournament__event")
    table = tables.filter(match=access.match).first()
    if table is None:
        return None
    return Home(table.tournament.event.title, table.tournament.get_absolute_url())


def may_view(match: Match, user: User | None, opened: Collection[str]) -> bool:
    """Return whether a match is at a tournament of a private club, and the user a member.

    Once the club is dissolved, those who were registered for the tournament may view it.
    """
    if user is None:
        return False
    part = Q(club__memberships__user=user) | Q(private=True, registrations__user=user)
    return Event.objects.filter(part, tournament__tables__match=match).exists()
