"""Follows between users. Two users who follow each other are friends."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

USER = settings.AUTH_USER_MODEL


class Follow(models.Model):
    """`owner` follows `other`, who may know it.

    A block by either deletes no row: a friend who vanished from the list would reveal the block.
    """

    owner = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="follows")
    other = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="followed_by")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("follow")
        verbose_name_plural = _("follows")
        constraints = [
            models.UniqueConstraint(fields=["owner", "other"], name="followed_once"),
            models.CheckConstraint(
                condition=~models.Q(owner=models.F("other")), name="nobody_follows_themselves"
            ),
        ]
        indexes = [models.Index(fields=["other", "-at"], name="followers_by_age")]

    def __str__(self) -> str:
        return f"{self.owner_id} follows {self.other_id}"
