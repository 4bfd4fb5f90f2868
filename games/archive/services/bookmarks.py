"""Favourites and notes: what somebody keeps of finished matches for themselves."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from accounts.models import User
from games.archive.models import NOTE_LENGTH, Bookmark
from games.archive.refusals import BadNote
from games.matches.access import Access, require_signed_in
from games.matches.models import Match
from games.matches.refusals import NotRunning


def set_favourite(access: Access, user: Visitor, favourite: bool) -> None:
    """Mark a finished match, or take the mark away; SignInFirst, NotRunning."""
    _change(access, user, favourite=favourite)


def write_note(access: Access, user: Visitor, text: str) -> None:
    """Write a note on a finished match; an empty one takes it away. BadNote and the same."""
    note = text.replace("\r\n", "\n").strip()
    if len(note) > NOTE_LENGTH:
        raise BadNote(_("A note has at most {most} characters."), most=NOTE_LENGTH)
    _change(access, user, note=note)


def _change(access: Access, user: Visitor, **fields: bool | str) -> None:
    person = require_signed_in(user)
    if access.match.status != Match.Status.FINISHED:
        raise NotRunning(_("A match can be marked once it is over."))
    with transaction.atomic():
        # Two requests at once would both create it.
        User.objects.select_for_update().get(pk=person.pk)
        bookmark, _created = Bookmark.objects.update_or_create(
            user=person, match=access.match, defaults=fields
        )
        if not bookmark.favourite and not bookmark.note:
            bookmark.delete()


def bookmark_of(user: Visitor, match: Match) -> Bookmark | None:
    """What somebody keeps of a match."""
    return bookmarks_among([match], user).get(match.id)


def bookmarks_among(matches: Iterable[Match], user: Visitor) -> dict[str, Bookmark]:
    """Somebody's bookmarks of these matches, by match."""
    if not user.is_authenticated:
        return {}
    ids = [match.id for match in matches]
    return {mark.match_id: mark for mark in Bookmark.objects.filter(user=user, match__in=ids)}
