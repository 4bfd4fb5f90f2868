"""Conversations of two friends or of a table of friends, and their messages."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import CASCADE
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.chat.models import TEXT_LENGTH
from games.matches.models import new_key

USER = settings.AUTH_USER_MODEL
CIRCLE_LENGTH = 150
"""Room for six ids and the signs between them."""


class Conversation(models.Model):
    """A conversation of two friends, or of the players of a table."""

    key = models.CharField(max_length=32, unique=True, default=new_key, editable=False)
    # The ids of those who began it, in order: the same people have one conversation. Null once
    # one of them left.
    circle = models.CharField(max_length=CIRCLE_LENGTH, unique=True, null=True, editable=False)
    group = models.BooleanField(default=False)
    # The time of the newest message; at first that of the beginning.
    last_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("conversation")
        verbose_name_plural = _("conversations")

    def __str__(self) -> str:
        return self.key

    def get_absolute_url(self) -> str:
        return reverse("conversation", args=[self.key])


class Participant(models.Model):
    """A user who takes part in a conversation."""

    conversation = models.ForeignKey(Conversation, on_delete=CASCADE, related_name="participants")
    user = models.ForeignKey(USER, on_delete=CASCADE, related_name="conversations")
    joined_at = models.DateTimeField(default=timezone.now)
    # The number of the newest message that the user has seen.
    seen = models.BigIntegerField(default=0)

    class Meta:
        verbose_name = _("participant")
        verbose_name_plural = _("participants")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["conversation", "user"], name="takes_part_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.conversation_id}"


class PrivateMessage(models.Model):
    """A message, which only the participants of its conversation read."""

    conversation = models.ForeignKey(Conversation, on_delete=CASCADE, related_name="messages")
    author = models.ForeignKey(USER, on_delete=CASCADE, related_name="private_messages")
    text = models.CharField(max_length=TEXT_LENGTH)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["id"]
        indexes = [models.Index(fields=["conversation", "id"])]

    def __str__(self) -> str:
        # Not the text: the administration and logs show what an object is called.
        return f"message {self.pk}"
