"""Tables of Kharnage in each of its phases, as a player sees them."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import Client

from accounts.models import User
from games.matches.access import open_match
from games.matches.models import Match, Player
from games.matches.presenters.table import Table, table_for
from games.matches.services.clocks import FREE, Clock
from tests.helpers.battlefields import position_at
from tests.helpers.matches import (
    people,
    signed_in,
)
from tests.helpers.prepared import prepared

NAMES = ("Anna", "Berta", "Carla", "Dora")
MANUAL = {"cheer": "manual"}


def at(phase: str, seats: int = 4, clock: Clock = FREE) -> Match:
    """Start a match of people at this phase."""
    users = people(*NAMES[:seats])
    return prepared("kharnage", position_at(phase, seats), *users, options=MANUAL, clock=clock)


def clients(match: Match) -> list[tuple[int | None, Client]]:
    seated = Player.objects.filter(match=match).select_related("user").order_by("seat")
    return [*((p.seat, signed_in(p.user)) for p in seated), (None, Client())]


def table_of(match: Match, user: User | None) -> Table:
    return table_for(open_match(user or AnonymousUser(), match.id, ()))


def html_of(match: Match, table: Table) -> str:
    return render_to_string("matches/_table.html", {"match": match, "table": table})
