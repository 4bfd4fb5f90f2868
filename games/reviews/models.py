"""The review of a finished match, stored once for every user who may see the match."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.matches.models import Match

USER = settings.AUTH_USER_MODEL


class Review(models.Model):
    """The state and results of a match's review.

    The table is also the queue: a worker continues the first one of `services.waiting_matches`.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="review"
    )
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    # Reviews that users asked for come before those that began by themselves.
    automatic = models.BooleanField(default=False)
    # The number of reviews that its user had wanted lately, this one included: those of other users
    # who wanted fewer come first.
    turn = models.PositiveSmallIntegerField(default=1)
    asked_at = models.DateTimeField(default=timezone.now)
    done_at = models.DateTimeField(null=True)
    # The number of decisions to judge; null until the worker has counted them.
    total = models.PositiveIntegerField(null=True)
    # The results in order, one for each judged decision (games.reviews.services.Look).
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


class AutomaticReview(models.Model):
    """The wish of a user that all their matches are reviewed once they are over."""

    user = models.OneToOneField(USER, primary_key=True, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("automatic review")
        verbose_name_plural = _("automatic reviews")

    def __str__(self) -> str:
        return f"{self.user_id}"
