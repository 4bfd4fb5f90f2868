"""A review of a finished match: asked for once, then stored for everybody who may see the match."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.matches.models import Match


class Review(models.Model):
    """How far a match is reviewed, and what was found.

    It is the queue, too: whoever thinks takes the oldest that waits, and goes on where it stands.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="review"
    )
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    asked_at = models.DateTimeField(default=timezone.now)
    done_at = models.DateTimeField(null=True)
    # How many decisions are looked at in all; null until that was counted.
    total = models.PositiveIntegerField(null=True)
    # One for each decision that was looked at, in order (games.reviews.services.Look).
    looks = models.JSONField(default=list)

    class Meta:
        verbose_name = _("review")
        verbose_name_plural = _("reviews")
        indexes = [
            models.Index(
                fields=["asked_at"],
                name="reviews_that_wait",
                condition=models.Q(status="waiting"),
            )
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.status}"
