"""The chat as one visitor reads it: next to the table, and as its socket sends it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import User
from accounts.models.user import handle_if_other
from accounts.permissions import ALLOWED, may_chat
from accounts.services.people import active_users_named
from accounts.services.readers import written_for
from games.chat import services as chat
from games.chat.links import Part, names_in, parts_of
from games.chat.models import ChatLine
from games.chat.phrases import EMOJI, PHRASES
from games.engine.contract import Json
from games.matches.access import open_match
from games.matches.viewing import Access, Visitor


@dataclass(frozen=True)
class ShownLine:
    """A line as a reader sees it: its parts, some of which are links.

    `line`: of a table or of a chat that stays. `name`: of the author, "" for a deleted one.
    `to_me`: whether the line names the reader.
    """

    line: Any
    name: str
    parts: Sequence[Part]
    to_me: bool = False

    @property
    def handle(self) -> str:
        """The author's @username to show next to a name that differs from it; else empty."""
        return handle_if_other(self.name, self.line.author.username) if self.line.author else ""


def linked_parts(texts: Sequence[str]) -> list[list[Part]]:
    """Cut lines into parts, some of which are links.

    Addresses of matches become links without a lookup, so that a link does not reveal whether the
    match exists. Names of users with a page become links.
    """
    names = {name for text in texts for name in names_in(text)}
    people = active_users_named(names) if names else []
    paths = {person.username.lower(): person.get_absolute_url() for person in people}
    sites = {urlsplit(settings.SITE_URL).hostname or "", *settings.ALLOWED_HOSTS} - {""}
    return [parts_of(text, sites, paths) for text in texts]


def is_named(text: str, reader: User | None) -> bool:
    """Return whether a line names its reader."""
    return reader is not None and reader.username.lower() in map(str.lower, names_in(text))


def shown_lines(access: Access, lines: Sequence[ChatLine]) -> list[ShownLine]:
    """Return lines as the visitor sees them; phrases in the active language."""
    typed = [line for line in lines if not line.phrase]
    parts = dict(zip(typed, linked_parts([line.text for line in typed]), strict=True))
    return [
        ShownLine(
            line,
            _author_name(access, line),
            parts.get(line, [Part(line.words)]),
            not line.phrase and is_named(line.text, access.user),
        )
        for line in lines
    ]


def lasting_lines(lines: Sequence[Any], reader: User | None) -> list[ShownLine]:
    """Return lines of a chat that stays as a reader sees them, with the authors' present names."""
    parts = linked_parts([line.text for line in lines])
    return [
        ShownLine(
            line,
            "" if line.author is None else line.author.name,
            pieces,
            is_named(line.text, reader),
        )
        for line, pieces in zip(lines, parts, strict=True)
    ]


def _author_name(access: Access, line: ChatLine) -> str:
    """Return the author's name: for a player the one at the table, as in the log.

    A player may have a new name since, and another one the name that was given up.
    """
    if line.author is None:
        return ""
    at_table = (one.name for one in access.players if one.user_id == line.author_id)
    return next(at_table, line.author.name)


def chat_context(access: Access) -> dict[str, object]:
    """Return the context of the chat next to a table."""
    return {
        **_form_context(access),
        **_lines_context(access, chat.lines(access)),
        "chat_room": chat.room_of(access),
        "chat_mutes": chat.mutes_anybody(access),
    }


def chat_form_html(visitor: Visitor, match_id: str) -> str:
    """Render the form below the lines, or why the visitor may not write."""
    access = open_match(visitor.user, match_id, visitor.invited)
    with written_for(visitor.user, visitor.language):
        return render_to_string("chat/_say_at_table.html", {**_form_context(access), "oob": True})


def _form_context(access: Access) -> dict[str, object]:
    allowed = ALLOWED if access.user is None else may_chat(access.user)
    return {
        "match": access.match,
        "chat_barred": allowed.reason,
        "chat_phrases": PHRASES.items(),
        "chat_emoji": EMOJI,
    }


def _lines_context(access: Access, lines: list[ChatLine]) -> dict[str, object]:
    return {
        "chat_lines": shown_lines(access, lines),
        "reader": access.user,
        "hosting": access.user is not None and chat.may_hide_lines(access.user, access.match),
    }


def describe_line(access: Access, line: ChatLine) -> Json:
    """Return a line as data; a phrase in the active language, and by its key."""
    author = line.author
    return {
        "id": line.pk,
        "username": None if author is None else author.username,
        "name": _author_name(access, line) or None,
        "text": line.words,
        "phrase": line.phrase,
        "at": line.at,
    }


def chat_data(access: Access) -> list[Json]:
    """Return the newest lines of the visitor's room as data, oldest first."""
    return [describe_line(access, line) for line in chat.lines(access)]


def chat_lines_html(visitor: Visitor, match_id: str, room: str | None, last: str = "") -> str:
    """Render the newest lines of the visitor's room.

    Return "" for a visitor of another room than `room`, or whose page shows the `last` line
    already.
    """
    access = open_match(visitor.user, match_id, visitor.invited)
    if room not in (None, chat.room_of(access)):
        return ""
    lines = chat.lines(access)
    if last == (f"line-{lines[-1].pk}" if lines else "no-lines"):
        return ""
    with translation.override(visitor.language):
        context = {**_lines_context(access, lines), "oob": True}
        return render_to_string("chat/_chat_lines.html", context)
