"""What a socket sends: fragments of a match for one viewer, rendered from the newest state."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from django.utils import translation

from accounts.permissions import may_follow
from accounts.presenters import moderation_status_html
from accounts.services.people import copy_of
from games.engine.refusals import Refusal
from games.matches.access import Access, open_match
from games.matches.decorators import describe_refusal
from games.matches.hooks import hooks
from games.matches.models import Match
from games.matches.presenters.absence import absence_html
from games.matches.presenters.rendering import (
    pushed,
    pushed_state,
    refused_table_html,
    serialize,
    state_of,
    table_html,
)
from games.matches.refusals import WarningUnread
from games.matches.services import arrivals, time_source


@dataclass(frozen=True)
class Visitor:
    """Who is at the other end of a socket."""

    user: Any
    invited: Collection[str]
    """The keys of the invitation links they have opened."""
    language: str
    program: bool = False
    """Wants JSON in place of HTML."""


@dataclass(frozen=True)
class Fragment:
    """A rendered match, the number of its newest event, and whether the public sees the same."""

    html: str
    number: int
    shared: bool


def match_fragment(visitor: Visitor, match_id: str, since: int | None = None) -> Fragment:
    """The newest table, or waiting room, of a match; `since` and refusals as `open_match`."""
    access = open_match(visitor.user, match_id, visitor.invited, since)
    if access.match.status not in (Match.Status.OPEN, Match.Status.CLOSED):
        return fragment_of(visitor, access)
    if visitor.program:
        return Fragment(pushed_state(access).decode(), -1, access.player is None)
    with translation.override(visitor.language):
        return Fragment(hooks.waiting_room(visitor, access), -1, False)


def fragment_of(visitor: Visitor, access: Access) -> Fragment:
    """A running or ended match as its socket sends it to a visitor."""
    match, shared = access.match, access.player is None
    if visitor.program:
        return Fragment(pushed_state(access).decode(), match.last_number, shared)
    with translation.override(visitor.language):
        return Fragment(pushed(table_html(access)), match.last_number, shared)


def refused_fragment(visitor: Visitor, match_id: str, refusal: Refusal) -> str:
    """Why something was refused, with the newest table: HTML, or the JSON of the API's answers."""
    access = open_match(visitor.user, match_id, visitor.invited)
    with translation.override(visitor.language):
        described = describe_refusal(refusal)
        if visitor.program:
            table = state_of(access, time_source.now())
            return serialize({"error": described, "table": table}).decode()
        if access.match.status in (Match.Status.OPEN, Match.Status.CLOSED):
            return hooks.waiting_room(visitor, access)
        html = pushed(refused_table_html(access, described))
        if isinstance(refusal, WarningUnread):
            path = access.match.get_absolute_url()
            html += moderation_status_html(visitor.user, path=path, oob=True)
        return html


def moderation_fragment(visitor: Visitor) -> tuple[Visitor, str, bool]:
    """The visitor read anew, their moderation status as HTML, and whether they may stay."""
    visitor = replace(visitor, user=copy_of(visitor.user))
    with translation.override(visitor.language):
        html = moderation_status_html(visitor.user, oob=True)
        return visitor, html, bool(may_follow(visitor.user))


def bell_fragment(visitor: Visitor, but: str | None) -> str:
    """How many tables wait for somebody, except for one match."""
    with translation.override(visitor.language):
        return hooks.bell(visitor.user, but)


def note_arrival(visitor: Visitor, match_id: str) -> None:
    """Note that somebody who plays has come to a match, if they may look at it."""
    with suppress(Refusal):
        arrivals.note(open_match(visitor.user, match_id, visitor.invited))


def absence_fragment(visitor: Visitor, match_id: str) -> str:
    """Who is awaited at a match, read anew: no event announces that somebody has come."""
    with translation.override(visitor.language):
        access = open_match(visitor.user, match_id, visitor.invited)
        return absence_html(access, time_source.now())
