"""The chat as one visitor reads it: beside the table, and as its socket sends it."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string
from django.utils import translation

from accounts.permissions import ALLOWED, may_chat
from games.chat import services as chat
from games.chat.models import ChatLine
from games.engine.contract import Json
from games.matches.access import Access, open_match
from games.matches.sockets.fragments import Visitor


def chat_context(access: Access) -> dict[str, Any]:
    """The context of the chat beside a table."""
    allowed = ALLOWED if access.user is None else may_chat(access.user)
    return {
        "match": access.match,
        **_lines_context(access, chat.lines(access)),
        "chat_room": chat.room_of(access),
        "chat_mutes": chat.mutes_anybody(access),
        "chat_barred": allowed.reason,
    }


def _lines_context(access: Access, lines: list[ChatLine]) -> dict[str, Any]:
    return {
        "chat_lines": lines,
        "reader": access.user,
        "hosting": access.user is not None and chat.may_hide_lines(access.user, access.match),
    }


def describe_line(line: ChatLine) -> Json:
    """A line as data."""
    author = line.author
    return {
        "id": line.pk,
        "username": None if author is None else author.username,
        "name": None if author is None else author.name,
        "text": line.text,
        "at": line.at,
    }


def chat_lines_html(visitor: Visitor, match_id: str, room: str | None, last: str = "") -> str:
    """The newest lines of the visitor's room; "" for those who are in another one than `room`,
    or whose page shows the `last` line already."""
    access = open_match(visitor.user, match_id, visitor.invited)
    if room not in (None, chat.room_of(access)):
        return ""
    lines = chat.lines(access)
    if last == (f"line-{lines[-1].pk}" if lines else "no-lines"):
        return ""
    with translation.override(visitor.language):
        context = {**_lines_context(access, lines), "oob": True}
        return render_to_string("chat/_chat_lines.html", context)
