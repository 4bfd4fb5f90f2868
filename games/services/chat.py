"""Talk: players among themselves, spectators among themselves."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from accounts.permissions import may_chat
from django.core.cache import cache
from django.utils.translation import gettext_noop as _

from games import announce
from games.access import Access
from games.models import ChatLine
from games.models.chat import TEXT_LENGTH
from games.services.refusals import CannotSay, NotAllowed, SignInFirst, TooMany

if TYPE_CHECKING:
    from accounts.models import User

LINES_SHOWN = 50
LINES_PER_MINUTE = 20


def room_of(access: Access) -> str:
    """The room a visitor talks and reads in: players at the table, everyone else in the stand."""
    return ChatLine.Room.SPECTATORS if access.seat_or_chair is None else ChatLine.Room.PLAYERS


def say(access: Access, text: str) -> ChatLine:
    """Say one line; CannotSay, NotAllowed, TooMany."""
    user = access.user
    if user is None:
        raise SignInFirst(_("Sign in to talk."))
    allowed = may_chat(user)
    if not allowed:
        raise NotAllowed(str(allowed.reason))
    line = _clean(text)
    _slow_down(user)
    room = room_of(access)
    said = ChatLine.objects.create(match=access.match, room=room, author=user, text=line)
    announce.chat_moved(access.match.id, room)
    return said


def lines(access: Access) -> list[ChatLine]:
    """The newest lines of the visitor's room, oldest first."""
    newest = access.match.chat.filter(room=room_of(access)).select_related("author")
    return list(reversed(newest.order_by("-id")[:LINES_SHOWN]))


def _clean(text: str) -> str:
    shown = "".join(" " if unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp") else c for c in text)
    line = " ".join(shown.split())
    if not line:
        raise CannotSay(_("Write something first."))
    if len(line) > TEXT_LENGTH:
        raise CannotSay(_("That is too long: {most} letters at most."), most=TEXT_LENGTH)
    return line


def _slow_down(user: User) -> None:
    key = f"chat-{user.pk}"
    cache.add(key, 0, timeout=60)
    if cache.incr(key) > LINES_PER_MINUTE:
        raise TooMany(_("Slowly: wait a moment before you say more."))
