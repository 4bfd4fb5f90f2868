"""The lobby as its sockets send it: fragments for one viewer, from the newest state."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import User
from accounts.services.readers import written_for
from games.lobby.presenters.lobby import Lobby, lobby_for, my_tables, waiting_room
from games.lobby.presenters.quick import search_of
from games.lobby.services import tickets
from games.matches.refusals import NoSuchTicket
from games.matches.viewing import Access, Visitor


def waiting_room_fragment(visitor: Visitor, access: Access) -> str:
    """Render a table that has not started; the caller sets the language."""
    context = {"match": access.match, "room": waiting_room(access), "you": visitor.user}
    return render_to_string("lobby/_waiting.html", {**context, "oob": True})


def lobby_html(
    user: User | AnonymousUser, lobby: Lobby | Mapping[str, object], part: str = ""
) -> str:
    """Render a lobby for a push, in the active language; `part` as for `lobby_fragment`."""
    context = {"lobby": lobby, "you": user, "part": part, "oob": True}
    return render_to_string("lobby/_lobby.html", context)


def lobby_fragment(visitor: Visitor, part: str = "") -> str:
    """Render the lobby; with `part="mine"` only what depends on whose turn it is."""
    with written_for(visitor.user, visitor.language):
        user = visitor.user
        lobby = {"mine": my_tables(user)} if part == "mine" else lobby_for(user)
        return lobby_html(user, lobby, part)


def search_fragment(visitor: Visitor, ticket_id: str) -> str:
    """Render the visitor's own search, and mark the ticket as seen."""
    tickets.mark_seen(visitor.user, ticket_id)
    with translation.override(visitor.language):
        try:
            search = search_of(tickets.ticket_of(visitor.user, ticket_id))
        except NoSuchTicket:
            search = None
        return render_to_string("lobby/_search.html", {"search": search, "oob": True})
