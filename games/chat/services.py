"""Talk: players among themselves, spectators among themselves."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from django.core.cache import cache
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from accounts.permissions import may_chat
from accounts.refusals import require
from accounts.services.blocks import apart_from
from games.chat.models import TEXT_LENGTH, ChatLine, Muted
from games.matches import announce
from games.matches.access import Access
from games.matches.refusals import CannotSay, SignInFirst, TooMany

if TYPE_CHECKING:
    from accounts.models import User

LINES_SHOWN = 50
LINES_PER_MINUTE = 20


def room_of(access: Access) -> str:
    """The room a visitor talks and reads in: players at the table, everyone else in the stand."""
    return ChatLine.Room.SPECTATORS if access.seat_or_chair is None else ChatLine.Room.PLAYERS


def post_line(access: Access, text: str) -> ChatLine:
    """Say one line; CannotSay, NotAllowed, TooMany."""
    user = _reader(access)
    require(may_chat(user))
    line = _clean(text)
    _slow_down(user)
    room = room_of(access)
    said = ChatLine.objects.create(match=access.match, room=room, author=user, text=line)
    announce.chat_moved(access.match.id, room)
    return said


def lines(access: Access) -> list[ChatLine]:
    """The newest lines of the visitor's room, oldest first.

    Without whom they muted, and whom they are kept apart from: neither reads the other.
    """
    newest = access.match.chat.filter(room=room_of(access), hidden=False).select_related("author")
    if access.user is not None:
        muted = Muted.objects.filter(reader=access.user).values("author_id")
        newest = newest.filter(Q(author=None) | ~Q(author__in=muted))
        apart = apart_from(access.user.pk)
        if apart:
            newest = newest.filter(Q(author=None) | ~Q(author__in=apart))
    return list(reversed(newest.order_by("-id")[:LINES_SHOWN]))


def mute(access: Access, line_id: int) -> None:
    """See nothing more of who said this line; they never hear of it. CannotSay."""
    reader = _reader(access)
    line = access.match.chat.filter(room=room_of(access), id=line_id).exclude(author=None).first()
    if line is None or line.author_id == reader.pk:
        raise CannotSay(_("There is nobody to mute."))
    Muted.objects.get_or_create(reader=reader, author_id=line.author_id)


def unmute_all(access: Access) -> None:
    """See again what those at this table say."""
    present = [player.user_id for player in access.players if player.user_id]
    said = access.match.chat.exclude(author=None).values("author_id")
    muted = Muted.objects.filter(reader=_reader(access))
    muted.filter(Q(author__in=present) | Q(author__in=said)).delete()


def mutes_anybody(access: Access) -> bool:
    """Whether the reader muted anybody who spoke at this table."""
    if access.user is None:
        return False
    said = access.match.chat.exclude(author=None).values("author_id")
    return Muted.objects.filter(reader=access.user, author__in=said).exists()


def _reader(access: Access) -> User:
    if access.user is None:
        raise SignInFirst(_("Sign in to talk."))
    return access.user


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
    try:
        said = cache.incr(key)
    except ValueError:
        said = 1  # The minute ended between these two lines.
    if said > LINES_PER_MINUTE:
        raise TooMany(_("Slowly: wait a moment before you say more."))
