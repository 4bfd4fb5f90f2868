"""What a socket sends: fragments of a match for one viewer, rendered from the newest state.

Spectators share one rendering per event and language, however many they are.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from django.utils import translation

from accounts.models import User
from accounts.permissions import may_follow
from accounts.presenters import moderation_status_html
from games.matches.access import open_match
from games.matches.extras import extras
from games.matches.models import Match
from games.matches.presenters.rendering import pushed, table_html
from games.matches.presenters.state import pushed_state


@dataclass(frozen=True)
class Visitor:
    """Who is at the other end of a socket."""

    user: Any
    invited: Collection[str]
    language: str
    program: bool = False
    """Wants JSON in place of HTML."""


@dataclass(frozen=True)
class Fragment:
    """Some HTML, and the number of the newest event it shows."""

    html: str
    number: int
    shared: bool


def match_fragment(visitor: Visitor, match_id: str, since: int | None = None) -> Fragment:
    """The newest table, or waiting room, of a match; `since` and refusals as `open_match`."""
    access = open_match(visitor.user, match_id, visitor.invited, since)
    match = access.match
    if visitor.program:
        waits = match.status in (Match.Status.OPEN, Match.Status.CLOSED)
        number = -1 if waits else match.last_number
        return Fragment(pushed_state(access).decode(), number, access.player is None)
    with translation.override(visitor.language):
        if match.status in (Match.Status.OPEN, Match.Status.CLOSED):
            return Fragment(extras.waiting_room(visitor, access), -1, False)
        html = pushed(table_html(access))
    return Fragment(html, match.last_number, access.player is None)


def standing_fragment(visitor: Visitor) -> tuple[Visitor, str, bool]:
    """The visitor as they stand now, what their page says of it, and whether they may stay."""
    visitor = replace(visitor, user=User.objects.get(pk=visitor.user.pk))
    with translation.override(visitor.language):
        return (
            visitor,
            moderation_status_html(visitor.user, oob=True),
            bool(may_follow(visitor.user)),
        )


def bell_fragment(visitor: Visitor, but: str | None) -> str:
    """How many tables wait for somebody, but for one match."""
    with translation.override(visitor.language):
        return extras.bell(visitor.user, but)
