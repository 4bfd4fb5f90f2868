"""Moves that come over a socket: what they look like, and how many somebody may make."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.translation import gettext_noop as _

from games.engine.contract import Json
from games.engine.refusals import BadMove
from games.matches.refusals import BadBody, TooMany
from watch.asgi import RateLimit

LONGEST = 16_384
"""Characters of a message; the largest move of any game has a few hundred."""
LONGEST_ID = 64
PEOPLE = 10_000
"""So many people are counted at once; then counting begins anew."""
_limits: dict[int, RateLimit] = {}


class Message(NamedTuple):
    """A move, the question it answers, and the id under which it is acknowledged, as JSON."""

    move: Json
    asked: Any
    id: str


def is_move(text: str | None) -> bool:
    """Whether a message is meant as a move: all others are fixed words."""
    return text is not None and text.startswith('{"') and not text.startswith('{"visible":')


def read_message(text: str) -> Message:
    """A message `{"move": {…}, "asked": "…", "id": 7}`; BadBody, BadMove."""
    if len(text) > LONGEST:
        raise BadBody(_("This is too long for a move."))
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        raise BadBody(_("This is no JSON.")) from None
    if not isinstance(body, dict) or not isinstance(body.get("move"), dict):
        raise BadMove(_("A move is an object."))
    return Message(body["move"], body.get("asked"), id_of(text))


def id_of(text: str) -> str:
    """The id of a message as JSON, a number or a short text; null where there is none."""
    try:
        given = json.loads(text[:LONGEST]).get("id")
    except (ValueError, RecursionError, AttributeError):
        return "null"
    known = type(given) is int or (isinstance(given, str) and len(given) <= LONGEST_ID)
    written = json.dumps(given) if known else "null"
    return written if len(written) <= 8 * LONGEST_ID else "null"


def count_move_of(user_id: int) -> None:
    """Count a move that somebody sends; TooMany.

    As many as writes over HTTP, by account and process: what a socket costs it costs its process.
    """
    limit = _limits.get(user_id)
    if limit is None:
        if len(_limits) >= PEOPLE:
            _limits.clear()
        most = settings.WRITES_A_MINUTE
        limit = _limits[user_id] = RateLimit(most, most / 60)
    if not limit.allows():
        raise TooMany(_("Slowly: wait a moment, then try again."))
