"""Bookmarks: a user's private favourites among finished matches, and notes on started ones."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from accounts.models import User
from games.archive.models import NOTE_LENGTH, Bookmark
from games.archive.refusals import BadNote
from games.matches.access import require_signed_in
from games.matches.models import Match
from games.matches.refusals import NotOver, NotRunning
from games.matches.viewing import Access

STARTED = (Match.Status.RUNNING, Match.Status.FINISHED, Match.Status.ABORTED)


def set_favourite(access: Access, user: Visitor, favourite: bool) -> None:
    """Mark a finished match, or remove the mark; raise SignInFirst or NotOver."""
    require_signed_in(user)
    if access.match.status != Match.Status.FINISHED:
        raise NotOver(_("You can bookmark a match once it is over."))
    _change(access, user, favourite=favourite)


def write_note(access: Access, user: Visitor, text: str) -> None:
    """Write a note on a match that has started; an empty one removes it.

    Raises:
        BadNote: the note is too long.
        SignInFirst: the visitor is not signed in.
        NotRunning: the match has not started.
    """
    require_signed_in(user)
    if access.match.status not in STARTED:
        raise NotRunning(_("You can write a note once the match has started."))
    note = text.replace("\r\n", "\n").strip()
    if len(note) > NOTE_LENGTH:
        raise BadNote(_("A note can have at most {most} characters."), most=NOTE_LENGTH)
    _change(access, user, note=note, words=note.casefold())


def _change(access: Access, user: Visitor, **fields: bool | str) -> None:
    person = require_signed_in(user)
    with transaction.atomic():
        # Without the lock two simultaneous requests would both create it.
        User.objects.select_for_update().get(pk=person.pk)
        bookmark, _created = Bookmark.objects.update_or_create(
            user=person, match=access.match, defaults=fields
        )
        if not bookmark.favourite and not bookmark.note:
            bookmark.delete()


def note_on(match: Match, user: Visitor) -> str:
    """Return the user's note on a match; empty without one."""
    notes = Bookmark.objects.filter(user=user.pk, match=match.pk).values_list("note", flat=True)
    return notes.first() or ""


def bookmarks_among(matches: Iterable[Match], user: Visitor) -> dict[str, Bookmark]:
    """Return the user's bookmarks of these matches, by match id."""
    if not user.is_authenticated:
        return {}
    ids = [match.id for match in matches]
    return {mark.match_id: mark for mark in Bookmark.objects.filter(user=user, match__in=ids)}
