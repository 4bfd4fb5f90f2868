"""Private notes of users on other users."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

PERSON_NOTE_LENGTH = 500
USER = settings.AUTH_USER_MODEL


class PersonNote(models.Model):
    """A note that `owner` wrote on `other`.

    No other user reads it, not even moderators, and `other` is never informed of it.
    """

    owner = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="person_notes")
    other = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="noted_by")
    text = models.TextField(max_length=PERSON_NOTE_LENGTH)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("note on a player")
        verbose_name_plural = _("notes on players")
        constraints = [
            models.UniqueConstraint(fields=["owner", "other"], name="noted_once"),
        ]

    def __str__(self) -> str:
        return f"note by {self.owner_id} on {self.other_id}"
