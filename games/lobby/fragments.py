"""The lobby as its sockets send it: fragments for one viewer, from the newest state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

from accounts.models import User
from accounts.permissions import may_sit_down
from accounts.services.readers import written_for
from core.fastpath.template_compiler import render
from games.lobby.presenters.lobby import Lobby, lobby_for, my_tables, waiting_room
from games.lobby.presenters.quick import search_of
from games.lobby.services import tickets
from games.matches.refusals import NoSuchTicket
from games.matches.viewing import Access, Visitor

MINE = "mine"
LISTS = (MINE, "invited", "open", "running")
SWAP = ' hx-swap-oob="morph"'


def waiting_room_fragment(visitor: Visitor, access: Access) -> str:
    """Render a table that has not started; the caller sets the language."""
    context = {"match": access.match, "room": waiting_room(access), "you": visitor.user}
    return render_to_string("lobby/_waiting.html", {**context, "oob": True})


def lobby_lists(
    user: User | AnonymousUser, lobby: Lobby | Mapping[str, object], names: Sequence[str] = LISTS
) -> dict[str, str]:
    """Render the lists of a lobby for a push, in the active language, by their names."""
    may_open = bool(user.is_authenticated and may_sit_down(user))
    context = {"lobby": lobby, "you": user, "may_open": may_open}
    return {name: render("lobby/_lobby.html", {**context, "part": name}) for name in names}


def pushed(lists: Mapping[str, str], user: User | AnonymousUser) -> str:
    """Return the lists of a lobby as a socket sends them; visitors have no own tables."""
    return "".join(lists[name] for name in lists if user.is_authenticated or name != MINE)


def as_on_page(html: str) -> SafeString:
    """Return a list as its page has it from the start, which htmx does not swap."""
    return mark_safe(html.replace(SWAP, "", 1))  # noqa: S308  (from a template)


def lobby_fragment(visitor: Visitor, part: str = "") -> str:
    """Render the lobby; with `part="mine"` only what depends on whose turn it is."""
    with written_for(visitor.user, visitor.language):
        user = visitor.user
        if part == MINE:
            return pushed(lobby_lists(user, {MINE: my_tables(user)}, (MINE,)), user)
        return pushed(lobby_lists(user, lobby_for(user)), user)


def search_fragment(visitor: Visitor, ticket_id: str) -> str:
    """Render the visitor's own search, and mark the ticket as seen."""
    tickets.mark_seen(visitor.user, ticket_id)
    with translation.override(visitor.language):
        try:
            search = search_of(tickets.ticket_of(visitor.user, ticket_id))
        except NoSuchTicket:
            search = None
        return render_to_string("lobby/_search.html", {"search": search, "oob": True})
