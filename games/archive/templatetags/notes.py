"""The viewer's own note on a match, next to its table."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context

from games.archive.models import NOTE_LENGTH
from games.archive.services.bookmarks import note_on
from games.matches.models import Match

register = template.Library()


@register.inclusion_tag("archive/_my_note.html", takes_context=True)
def my_note(context: Context, match: Match) -> dict[str, Any]:
    """Render the form of the viewer's note on a match; nothing for visitors without an account."""
    request = context.get("request")
    if request is None or not request.user.is_authenticated:
        return {}
    note = note_on(match, request.user)
    return {"match": match, "note": note, "longest": NOTE_LENGTH}
