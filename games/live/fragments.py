"""What a socket sends: fragments of a match for one viewer, rendered from the newest state.

Spectators share one rendering per event and language, however many they are.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import User
from accounts.permissions import may_follow
from accounts.presenters import standing_html
from games.access import open_match
from games.models import Match
from games.presenters.drawing import pushed, table_html
from games.presenters.lobby import lobby_for, my_tables, waiting_room
from games.presenters.quick import search_of
from games.presenters.state import pushed_state
from games.presenters.turns import bell, your_turn
from games.services import chat, tickets
from games.services.evenings import is_host_of
from games.services.refusals import NoSuchTicket


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
            context: dict[str, Any] = {"match": match, "room": waiting_room(access)}
            context["you"] = visitor.user
            html = render_to_string("games/_waiting.html", {**context, "oob": True})
            return Fragment(html, -1, False)
        html = pushed(table_html(access))
    return Fragment(html, match.last_number, access.player is None)


def chat_fragment(visitor: Visitor, match_id: str, room: str | None, last: str = "") -> str:
    """The newest lines of the visitor's room; nothing for those who are in another one than `room`,
    or whose page shows the `last` line already."""
    access = open_match(visitor.user, match_id, visitor.invited)
    if room not in (None, chat.room_of(access)):
        return ""
    lines = chat.lines(access)
    if last == (f"line-{lines[-1].pk}" if lines else "no-lines"):
        return ""
    with translation.override(visitor.language):
        reader = access.user
        context = {"chat_lines": lines, "reader": reader, "oob": True}
        context["hosting"] = reader is not None and is_host_of(reader, access.match)
        return render_to_string("games/_chat_lines.html", context)


def lobby_fragment(visitor: Visitor) -> str:
    with translation.override(visitor.language):
        context = {"lobby": lobby_for(visitor.user), "you": visitor.user, "oob": True}
        return render_to_string("games/_lobby.html", context)


def search_fragment(visitor: Visitor, ticket_id: str) -> str:
    """One's own search as it stands now; whoever has it shown is there."""
    tickets.saw(visitor.user, ticket_id)
    with translation.override(visitor.language):
        try:
            search = search_of(tickets.ticket_of(visitor.user, ticket_id))
        except NoSuchTicket:
            search = None
        return render_to_string("games/_search.html", {"search": search, "oob": True})


def my_tables_fragment(visitor: Visitor) -> str:
    """The part of the lobby that changes with whose turn it is."""
    with translation.override(visitor.language):
        mine = {"mine": my_tables(visitor.user)}
        context = {"lobby": mine, "you": visitor.user, "part": "mine", "oob": True}
        return render_to_string("games/_lobby.html", context)


def standing_fragment(visitor: Visitor) -> tuple[Visitor, str, bool]:
    """The visitor as they stand now, what their page says of it, and whether they may stay."""
    visitor = replace(visitor, user=User.objects.get(pk=visitor.user.pk))
    with translation.override(visitor.language):
        return visitor, standing_html(visitor.user, oob=True), bool(may_follow(visitor.user))


def bell_fragment(visitor: Visitor, but: str | None) -> str:
    """How many tables wait for somebody, but for one match."""
    with translation.override(visitor.language):
        return bell(visitor.user, but, oob=True)


def your_turn_fragment(visitor: Visitor) -> str:
    with translation.override(visitor.language):
        context = {**your_turn(visitor.user), "you": visitor.user, "oob": True}
        return render_to_string("games/_your_turn.html", context)
