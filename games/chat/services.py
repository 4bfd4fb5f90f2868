"""Chat at a table: one room for the players, one for the spectators."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from accounts.permissions import may_chat
from accounts.refusals import require
from accounts.services.blocks import apart_from, ids_blocked_by
from accounts.services.names import joins
from accounts.services.people import active_users_named
from core.monitoring.rate_limit import limit_use
from core.refusals import Refusal
from core.registry import Registry
from games.chat.links import names_in
from games.chat.models import TEXT_LENGTH, ChatLine, Muted
from games.chat.phrases import PHRASES, stored_words
from games.chat.signals import mentioned
from games.matches import publish
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.refusals import BadChatLine, SignInFirst, TooMany
from games.matches.viewing import Access

if TYPE_CHECKING:
    from accounts.models import User

LINES_SHOWN = 50
LINES_PER_MINUTE = 20
hide_checks: Registry[Callable[[Visitor, Match], bool]] = Registry("hide checks")
"""(user, match) → whether the user may hide its lines; higher packages add their checks."""


def may_hide_lines(user: Visitor, match: Match) -> bool:
    """Return whether a user may hide lines of the chat at a match."""
    return any(check(user, match) for check in hide_checks)


def room_of(access: Access) -> str:
    """Return the room a visitor writes and reads in: of the players, or of the spectators."""
    return ChatLine.Room.SPECTATORS if access.joined is None else ChatLine.Room.PLAYERS


def post_line(access: Access, text: str) -> ChatLine:
    """Write one line.

    Raises:
        SignInFirst: the visitor is not signed in.
        NotAllowed: the user may not chat.
        BadChatLine: the line is empty or too long.
        TooMany: the user has written too many lines in a minute.
    """
    user = _writer(access)
    text = clean_line(text)
    limit_rate(user)
    with transaction.atomic():
        line = _write(access, user, text)
        people = people_mentioned(access, line)
        if people:
            mentioned.send(ChatLine, line=line, people=people)
    return line


def post_phrase(access: Access, phrase: str) -> ChatLine:
    """Say a phrase that each reader gets in their own language; refusals as `post_line`."""
    user = _writer(access)
    if phrase not in PHRASES:
        raise BadChatLine(_("There is no such phrase. Choose one from the list."))
    limit_rate(user)
    return _write(access, user, stored_words(phrase), phrase)


def people_mentioned(access: Access, line: ChatLine) -> list[User]:
    """Return the users that a line names and who may read it: in the room of the line.

    Users in another room, who muted the author, or who are apart from the author by a block are
    left out.
    """
    names = names_in(line.text)
    named = {person.pk: person for person in active_users_named(names)} if names else {}
    named.pop(line.author_id or 0, None)
    if not named:
        return []
    author = line.author_id or 0
    muted = Muted.objects.filter(author=author, reader__in=named).values_list("reader", flat=True)
    silent = apart_from(author, list(named)) | set(muted)
    return [
        person
        for person in named.values()
        if person.pk not in silent and _reads(person, access.match.id, line.room)
    ]


def _reads(person: User, match_id: str, room: str) -> bool:
    """Return whether this is the user's room at a match that they may see."""
    try:
        return room_of(open_match(person, match_id)) == room
    except Refusal:
        return False


def _write(access: Access, user: User, text: str, phrase: str = "") -> ChatLine:
    room = room_of(access)
    line = ChatLine.objects.create(
        match=access.match, room=room, author=user, text=text, phrase=phrase
    )
    publish.chat_moved(access.match.id, room)
    return line


def lines(access: Access) -> list[ChatLine]:
    """Return the newest lines of the visitor's room, oldest first.

    Lines of authors that the reader has muted or blocked are left out. A blocked user still reads
    the users who blocked them: vanishing lines would reveal the block.
    """
    newest = access.match.chat.filter(room=room_of(access), hidden=False).select_related("author")
    if access.user is not None:
        muted = Muted.objects.filter(reader=access.user).values("author_id")
        newest = newest.filter(Q(author=None) | ~Q(author__in=muted))
        blocked = ids_blocked_by(access.user.pk)
        if blocked:
            newest = newest.filter(Q(author=None) | ~Q(author__in=blocked))
    return list(reversed(newest.order_by("-id")[:LINES_SHOWN]))


def mute(access: Access, line_id: int) -> None:
    """Hide all lines of a line's author from this reader, secretly.

    Raises:
        SignInFirst: the visitor is not signed in.
        BadChatLine: the line has no author to mute.
    """
    reader = _reader(access)
    line = access.match.chat.filter(room=room_of(access), id=line_id).exclude(author=None).first()
    if line is None or line.author_id == reader.pk:
        raise BadChatLine(_("There is no player to mute."))
    Muted.objects.get_or_create(reader=reader, author_id=line.author_id)


def unmute_all(access: Access) -> None:
    """Show this reader again the lines of everyone at this table."""
    present = [player.user_id for player in access.players if player.user_id]
    authors = access.match.chat.exclude(author=None).values("author_id")
    muted = Muted.objects.filter(reader=_reader(access))
    muted.filter(Q(author__in=present) | Q(author__in=authors)).delete()


def mutes_anybody(access: Access) -> bool:
    """Return whether the reader muted any author of this table's chat."""
    if access.user is None:
        return False
    authors = access.match.chat.exclude(author=None).values("author_id")
    return Muted.objects.filter(reader=access.user, author__in=authors).exists()


def _reader(access: Access) -> User:
    if access.user is None:
        raise SignInFirst(_("Sign in to chat."))
    return access.user


def _writer(access: Access) -> User:
    """Return the user who may write here; raise SignInFirst or NotAllowed."""
    user = _reader(access)
    require(may_chat(user))
    return user


def clean_line(text: str) -> str:
    """Return one line of visible characters; raise BadChatLine."""
    seen = (sign if _is_seen(text, place) else " " for place, sign in enumerate(text))
    line = " ".join("".join(seen).split())
    if not line:
        raise BadChatLine(_("Write a message first."))
    if len(line) > TEXT_LENGTH:
        raise BadChatLine(_("That’s too long. Use at most {most} characters."), most=TEXT_LENGTH)
    return line


def _is_seen(text: str, place: int) -> bool:
    """Return whether the character there has a shape, or joins those next to it."""
    return unicodedata.category(text[place]) not in ("Cc", "Cf", "Zl", "Zp") or joins(text, place)


def limit_rate(user: User) -> None:
    """Count a line of a user, in any chat; raise TooMany."""
    refusal = TooMany(_("Slow down: wait a moment before you write again."))
    limit_use(f"chat-{user.pk}", LINES_PER_MINUTE, 60, refusal)
