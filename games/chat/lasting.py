"""What chats that stay have in common: those of clubs, and conversations.

Their lines have an author, a text and a time. Each feature has its own model of lines.
"""

from __future__ import annotations

from typing import Any, TypeVar

from django.db.models import Model, Q, QuerySet

from accounts.models import User
from accounts.services.blocks import ids_blocked_by
from games.chat.models import Muted

AROUND = 10
"""The lines before a reported one that moderators read with it."""
L = TypeVar("L", bound=Model)


def ids_unread_by(reader: User) -> set[int]:
    """Return the authors whose lines a reader does not see: muted and blocked ones."""
    muted = Muted.objects.filter(reader=reader).values_list("author", flat=True)
    return set(muted) | ids_blocked_by(reader.pk)


def readable(lines: QuerySet[L], reader: User, most: int) -> list[L]:
    """Return the newest lines that a reader sees, oldest first."""
    shown = lines.filter(Q(author=None) | ~Q(author__in=ids_unread_by(reader)))
    return list(reversed(shown.select_related("author").order_by("-pk")[:most]))


def context_of(lines: QuerySet[Any], line_id: int) -> list[str]:
    """Return a line and those before it as evidence for moderators, with times and usernames."""
    before = lines.filter(pk__lte=line_id).select_related("author").order_by("-pk")[: AROUND + 1]
    return [as_evidence(one) for one in reversed(before)]


def as_evidence(line: Any) -> str:
    """Return a line of any chat as moderators read it: with its time and username."""
    author = line.author.username if line.author else "…"
    return f"{line.at:%Y-%m-%d %H:%M:%S} UTC {author}: {line.text}"


def delete_beyond(lines: QuerySet[Any], most: int) -> None:
    """Delete the oldest of more than `most` lines."""
    oldest = list(lines.order_by("-pk").values_list("pk", flat=True)[most : most + 1])
    if oldest:
        lines.filter(pk__lte=oldest[0]).delete()
