"""Access tokens of programs, and stored answers to their repeated requests."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 60
USER = settings.AUTH_USER_MODEL


class Scope(models.TextChoices):
    """The permissions that a token can have; the program acts in its owner's name."""

    READ = "read", _("Read")
    PLAY = "play", _("Play")
    CHALLENGE = "challenge", _("Find opponents")
    CHAT = "chat", _("Chat")
    HOST = "host", _("Run game nights")
    CLUBS = "clubs", _("Found, join and leave clubs")
    EVENTS = "events", _("Plan events, register and leave")
    MESSAGES = "messages", _("Read and write messages")


class AccessToken(models.Model):
    """A key that lets a program act as `user` within `scopes` until `expires_at`.

    Only the SHA-256 of the key is stored, so a reader of the table cannot use it. A slower hash is
    not needed: the key is as random as the hash is long.
    """

    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="access_tokens")
    name = models.CharField(max_length=NAME_LENGTH)
    digest = models.CharField(max_length=64, unique=True)
    # A list of `Scope`.
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(db_index=True)
    # Exact to some minutes, so that not every request of a program writes.
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("access token")
        verbose_name_plural = _("access tokens")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "name"], name="one_token_of_a_name")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.name}"

    @property
    def is_over(self) -> bool:
        return self.expires_at <= timezone.now()


class StoredAnswer(models.Model):
    """The response to a request with an `Idempotency-Key`; `status` is null until there is one.

    `request` is a hash of its method, address and body: a program that sends the same key with
    another request made a mistake.
    """

    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="stored_answers")
    key = models.CharField(max_length=64)
    request = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    body = models.TextField(blank=True)
    # What counts for the account's quota.
    size = models.PositiveIntegerField(db_default=0)
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("stored answer")
        verbose_name_plural = _("stored answers")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "key"], name="one_answer_for_a_key")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.created_at:%Y-%m-%d}"
