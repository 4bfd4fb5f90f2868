"""Users' private marks and notes on matches."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.matches.models import Match

NOTE_LENGTH = 2000
USER = settings.AUTH_USER_MODEL


class Bookmark(models.Model):
    """A match that a user wants to find again, or wrote a note on.

    A note may be on a running match, and stays when the match ends. No other user reads it,
    not even moderators.
    """

    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="bookmarks")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="bookmarks")
    favourite = models.BooleanField(default=False)
    note = models.TextField(max_length=NOTE_LENGTH, blank=True)
    # The note in lower case, for searches: databases differ in what they take for the same letter.
    words = models.TextField(blank=True, editable=False)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("bookmark")
        verbose_name_plural = _("bookmarks")
        constraints = [
            models.UniqueConstraint(fields=["user", "match"], name="bookmarked_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.match_id}"
