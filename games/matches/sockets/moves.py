"""Moves that come over a socket: what they look like, and how many somebody may make."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_noop as _

from games.engine.contract import Json
from games.engine.refusals import BadMove
from games.matches.refusals import BadBody
from watch.rate_limit import RateLimit

LONGEST = 16_384
"""Characters of a message; the largest move of any game has a few hundred."""
LONGEST_ID = 64
PEOPLE = 10_000
"""So many people are counted at once; then counting begins anew."""
_limits: dict[int, RateLimit] = {}


def read_body(text: str) -> Any:
    """What a message holds, of whatever shape; BadBody."""
    if len(text) > LONGEST:
        raise BadBody(_("This is too long for a move."))
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BadBody(_("This is no JSON.")) from None


def id_of(body: Any) -> str:
    """The id of a message as JSON, a number or a short text; null where there is none."""
    given = body.get("id") if isinstance(body, dict) else None
    if type(given) is not int and not (isinstance(given, str) and len(given) <= LONGEST_ID):
        return "null"
    return json.dumps(given)


def move_of(body: Any) -> Json:
    """The move of a message `{"move": {…}, "asked": "…", "id": 7}`; BadMove."""
    if not isinstance(body, dict) or not isinstance(body.get("move"), dict):
        raise BadMove(_("A move is an object."))
    move: Json = body["move"]
    return move


def may_send(user_id: int) -> bool:
    """Count a message of somebody; whether it is not one too many.

    As many as writes over HTTP, by account and process: what a socket costs it costs its process.
    """
    limit = _limits.get(user_id)
    if limit is None:
        if len(_limits) >= PEOPLE:
            _limits.clear()
        most = settings.WRITES_A_MINUTE
        limit = _limits[user_id] = RateLimit(most, most / 60)
    return limit.allows()
