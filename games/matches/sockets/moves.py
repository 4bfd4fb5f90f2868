"""Moves sent over a socket: their format, and how many a user may send."""

from __future__ import annotations

import json

from django.conf import settings
from django.utils.translation import gettext_noop as _

from core.monitoring.rate_limit import RateLimit
from games.engine.contract import Json
from games.engine.refusals import BadMove
from games.matches import client_json
from games.matches.refusals import BadBody

LONGEST = 16_384
"""The most characters of a message; moves are much shorter."""
LONGEST_ID = 64
PEOPLE = 10_000
"""The most users that are counted at the same time; then all counts are reset."""
_limits: dict[int, RateLimit] = {}


def read_body(text: str) -> object:
    """Parse a message, which may be any JSON.

    Raises:
        BadBody: It is too long, or not JSON (`client_json`).
    """
    if len(text) > LONGEST:
        raise BadBody(_("This is too long for a move."))
    return client_json.parse(text)


def id_of(body: object) -> str:
    """Return the id of a message as JSON: a number, a short text, or null."""
    given = body.get("id") if isinstance(body, dict) else None
    if type(given) is not int and not (isinstance(given, str) and len(given) <= LONGEST_ID):
        return "null"
    return json.dumps(given)


def move_of(body: object) -> tuple[Json, object]:
    """Return the move and turn token of a message `{"move": {…}, "turn_token": "…", "id": 7}`.

    Raises:
        BadMove: The message has no move.
        BadBody: It has another field next to these.
    """
    if isinstance(body, dict):
        client_json.require_known(body, ("move", "turn_token", "id"))
        if isinstance(body.get("move"), dict):
            return body["move"], body.get("turn_token")
    raise BadMove(_("A move must be an object."))


def may_send(user_id: int) -> bool:
    """Count a message of a user, and return whether it is within the limit.

    The limit is the same as for writes over HTTP, but each process counts for itself.
    """
    limit = _limits.get(user_id)
    if limit is None:
        if len(_limits) >= PEOPLE:
            _limits.clear()
        most = settings.WRITES_A_MINUTE
        limit = _limits[user_id] = RateLimit(most, most / 60)
    return limit.allows()


def left_of(user_id: int) -> int:
    """Return how many more messages the user may send now."""
    limit = _limits.get(user_id)
    return limit.left if limit is not None else settings.WRITES_A_MINUTE
