"""Private notes of users on other users, which only their authors read."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_noop as _

from accounts.models import PersonNote, User
from accounts.models.notes import PERSON_NOTE_LENGTH
from accounts.refusals import NotesTooMany, TooLong

NOTED_EACH = 500
"""The most users that a user may write notes on."""


def write_note(owner: User, other: User, text: str) -> None:
    """Write the note of `owner` on `other`; an empty one removes it.

    A note on `owner` themselves is not stored.

    Raises:
        TooLong: The note is too long.
        NotesTooMany: `owner` has notes on the most users that are allowed.
    """
    note = text.replace("\r\n", "\n").strip()
    if len(note) > PERSON_NOTE_LENGTH:
        raise TooLong(_("Use at most {most} characters."), most=PERSON_NOTE_LENGTH)
    if owner.pk == other.pk:
        return
    with transaction.atomic():
        # The owner's row stays locked, so that simultaneous requests count each other.
        User.objects.select_for_update(no_key=True).get(pk=owner.pk)
        notes = PersonNote.objects.filter(owner=owner)
        if not note:
            notes.filter(other=other).delete()
            return
        if notes.exclude(other=other).count() >= NOTED_EACH:
            words = _("You have notes on {n} players, the maximum. Delete one first.")
            raise NotesTooMany(words, n=NOTED_EACH)
        PersonNote.objects.update_or_create(owner=owner, other=other, defaults={"text": note})


def note_on(owner: User, other: User) -> str:
    """Return the note of `owner` on `other`; empty without one."""
    notes = PersonNote.objects.filter(owner=owner, other=other).values_list("text", flat=True)
    return notes.first() or ""
