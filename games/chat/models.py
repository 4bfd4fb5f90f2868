"""Chat lines at a table, in two rooms: one of the players, one of the spectators."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import CASCADE, SET_NULL
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.chat.phrases import words_of
from games.matches.models import Match

TEXT_LENGTH = 300
PHRASE_LENGTH = 20
USER = settings.AUTH_USER_MODEL


class ChatLine(models.Model):
    """One line of the chat."""

    class Room(models.TextChoices):
        PLAYERS = "players", _("players")
        SPECTATORS = "spectators", _("spectators")

    match = models.ForeignKey(Match, on_delete=CASCADE, related_name="chat")
    room = models.CharField(max_length=10, choices=Room.choices)
    author = models.ForeignKey(USER, null=True, on_delete=SET_NULL, related_name="chat_lines")
    text = models.CharField(max_length=TEXT_LENGTH)
    # A key of `PHRASES`, which each reader gets in their own language; the text is then English.
    phrase = models.CharField(max_length=PHRASE_LENGTH, blank=True)
    at = models.DateTimeField(default=timezone.now)
    # Hidden from all readers by a moderator; stored for decisions on reports.
    hidden = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("chat message")
        verbose_name_plural = _("chat messages")
        ordering = ["id"]
        indexes = [models.Index(fields=["match", "room", "id"])]

    def __str__(self) -> str:
        return self.text

    @property
    def words(self) -> str:
        """The line as typed, or a phrase in the reader's language."""
        return words_of(self.phrase) or self.text


class Muted(models.Model):
    """An author whose lines a reader does not want to see, at any table."""

    reader = models.ForeignKey(USER, on_delete=CASCADE, related_name="muted")
    author = models.ForeignKey(USER, on_delete=CASCADE, related_name="+")

    class Meta:
        verbose_name = _("muted player")
        verbose_name_plural = _("muted players")
        constraints = [models.UniqueConstraint(fields=["reader", "author"], name="muted_once")]

    def __str__(self) -> str:
        return f"{self.reader_id} {self.author_id}"
