"""The HTML or JSON that sockets send: a match for one viewer, rendered from the newest state."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

from django.db import DatabaseError
from django.utils import translation

from accounts.permissions import may_follow
from accounts.presenters import moderation_status_html
from accounts.services.people import copy_of
from accounts.services.readers import written_for
from games.engine.refusals import Refusal
from games.matches import hooks
from games.matches.access import open_match, without_names
from games.matches.decorators import describe_refusal, describe_refusal_for_programs
from games.matches.models import Match, Player
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
from games.matches.services import arrivals, attendance, time_source
from games.matches.viewing import Access, Visitor


@dataclass(frozen=True)
class Fragment:
    """A rendered match.

    Attributes:
        html: The HTML, or the JSON for programs.
        number: The number of the newest event; -1 before the start.
        shared: Whether all spectators see the same.
    """

    html: str
    number: int
    shared: bool


def match_fragment(visitor: Visitor, match_id: str, since: int | None = None) -> Fragment:
    """Render the newest table, or waiting room, of a match; `since` as for `open_match`.

    Raises:
        NoSuchMatch: There is no match with this id.
        PrivateTable: The visitor may not view it.
    """
    user = None if visitor.public else visitor.user
    access = open_match(user, match_id, visitor.invited, since)
    if access.match.status not in (Match.Status.OPEN, Match.Status.CLOSED):
        return fragment_of(visitor, access)
    if visitor.program:
        return Fragment(pushed_state(access).decode(), -1, access.player is None)
    with translation.override(visitor.language):
        return Fragment(hooks.waiting_room(visitor, access), -1, False)


def fragment_of(visitor: Visitor, access: Access) -> Fragment:
    """Render a started match as a socket sends it to a visitor."""
    match, shared = access.match, access.player is None
    if visitor.program:
        return Fragment(pushed_state(access).decode(), match.last_number, shared)
    with translation.override(visitor.language):
        shown = without_names(access) if visitor.nameless else access
        return Fragment(pushed(table_html(shown)), match.last_number, shared)


def refused_fragment(visitor: Visitor, match_id: str, refusal: Refusal) -> str:
    """Render a refusal with the newest table: as HTML, or as JSON like the API's answers."""
    access = open_match(visitor.user, match_id, visitor.invited)
    with written_for(visitor.user, visitor.language):
        describe = describe_refusal_for_programs if visitor.program else describe_refusal
        described = describe(refusal)
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
    """Read a visitor's account again.

    Returns:
        The visitor, the moderation status as HTML, and whether the visitor may stay.
    """
    visitor = replace(visitor, user=copy_of(visitor.user))
    with written_for(visitor.user, visitor.language):
        html = moderation_status_html(visitor.user, oob=True)
        return visitor, html, bool(may_follow(visitor.user))


def bell_fragment(visitor: Visitor, but: str | None) -> str:
    """Render the count of tables that wait for a visitor, without the match `but`."""
    with translation.override(visitor.language):
        return hooks.bell(visitor.user, but)


def note_arrival(visitor: Visitor, match_id: str) -> None:
    """Record that a visitor has come to a match, if they may view it and play in it."""
    with suppress(Refusal):
        arrivals.note(open_match(visitor.user, match_id, visitor.invited))


def player_attending(visitor: Visitor, match_id: str, since: int) -> Player | None:
    """Note that a visitor's page is open, and return their player; None for all who only watch.

    The match is read like `open_match` does, from memory if it is there at the event `since`.
    While the database is away nothing is noted: the page shows what it has, and stays open.
    """
    with suppress(Refusal, DatabaseError):
        access = open_match(visitor.user, match_id, visitor.invited, since)
        if attendance.is_followed(access) and access.player is not None:
            attendance.open_page(access.player)
            return access.player
    return None


def absence_fragment(visitor: Visitor, match_id: str) -> str:
    """Render the absent players of a match, read from the store: arrivals are no events."""
    with translation.override(visitor.language):
        access = open_match(visitor.user, match_id, visitor.invited)
        return absence_html(access, time_source.now())
