"""Talk as one visitor reads it: beside the table, and as its socket sends it."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import Sanction
from accounts.permissions import ALLOWED, may_chat
from games.chat import services as chat
from games.chat.permissions import may_hide_lines
from games.matches.access import Access, open_match
from games.matches.sockets.fragments import Visitor


def chat_context(access: Access) -> dict[str, Any]:
    """What the talk beside a table is drawn from."""
    return {
        "match": access.match,
        "chat_lines": chat.lines(access),
        "chat_room": chat.room_of(access),
        "chat_mutes": chat.mutes_anybody(access),
        "reader": access.user,
        "hosting": access.user is not None and may_hide_lines(access.user, access.match),
        "chat_barred": _barred(access),
    }


def _barred(access: Access) -> str:
    """Why this visitor may not talk, where it is not told on the page already."""
    allowed = ALLOWED if access.user is None else may_chat(access.user)
    return allowed.reason if allowed.code == Sanction.Kind.MUTE else ""


def chat_lines_html(visitor: Visitor, match_id: str, room: str | None, last: str = "") -> str:
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
        context["hosting"] = reader is not None and may_hide_lines(reader, access.match)
        return render_to_string("chat/_chat_lines.html", context)
