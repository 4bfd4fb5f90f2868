"""A match as JSON, as one viewer may see it: what the API answers and what programs are sent."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from rest_framework.renderers import JSONRenderer

from games.matches.access import Access
from games.matches.cache import VersionedCache
from games.matches.models import Match
from games.matches.presenters.clocks import agreed
from games.matches.presenters.table import table_for
from games.matches.services import time_source

KEPT_STATES = 512
state_json_cache: VersionedCache[bytes] = VersionedCache("states", KEPT_STATES)


def state_of(access: Access, at: datetime | None = None) -> dict[str, Any]:
    """A match in whatever state it is; `at` as for `table_for`."""
    match = access.match
    if match.status in (Match.Status.OPEN, Match.Status.CLOSED):
        return {
            "match": match.id,
            "game": match.game,
            "status": match.status,
            "options": match.options,
            "seats": match.seats,
            "clock": agreed(match),
            "players": [
                {"name": player.name, "bot": bool(player.bot)} for player in access.players
            ],
        }
    return table_for(access, at).state()


def answered_state(access: Access) -> bytes:
    """The same written out, with the clocks as they stand now."""
    if access.match.pace:
        return write(state_of(access, time_source.now()))
    return pushed_state(access)


def pushed_state(access: Access) -> bytes:
    """The same for all who see the same, written once: it changes with the match alone.

    Running clocks are told by the moment at which they are out.
    """
    match = access.match
    viewer = f"{match.id} {access.seat}"
    state = state_json_cache.at(viewer, match.last_number)
    if state is None:
        state = write(state_of(access))
        if match.status == Match.Status.RUNNING:
            state_json_cache.keep(viewer, match.last_number, state)
    return state


def write(state: dict[str, Any]) -> bytes:
    return bytes(JSONRenderer().render(state))
