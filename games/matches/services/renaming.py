"""Renamings at running matches."""

from __future__ import annotations

from django.db import transaction

from games.matches.access import locked_access
from games.matches.models import Event, Match
from games.matches.services.event_store import match_state
from games.matches.services.store import next_event, store


def note_renaming(match_id: str) -> None:
    """Append an event to a running match after a player's name was changed.

    What a process caches of a match is true at the number of its newest event, names included.
    With a new number every process reads the names again, and every open page is sent its table.

    Raises:
        NoSuchMatch: There is no such match.
        NotInstalled: Its game is not installed.
    """
    with transaction.atomic():
        access = locked_access(match_id)
        if access.match.status == Match.Status.RUNNING:
            event = next_event(access.match, Event.Kind.RENAME, None, {})
            store(access, event, match_state(access.match).after_event(event))
