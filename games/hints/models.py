"""The hint for a player's question, computed by a worker."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.matches.models import Player


class Hint(models.Model):
    """The hint that a player asked for last.

    The table is also the queue: workers first find a move for each question, then compare it with
    the other moves. A hint that waits for long gets the move of a quick bot in the meantime.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        QUICK = "quick", _("quick")
        FOUND = "found", _("found")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    player = models.OneToOneField(
        Player, primary_key=True, on_delete=models.CASCADE, related_name="hint"
    )
    # The number of the event that asked the player; a hint for another question is out of date.
    number = models.PositiveIntegerField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    asked_at = models.DateTimeField(default=timezone.now)
    # While it is “quick”, and if it failed, this is the move of a quick bot, not of the strongest.
    move = models.JSONField(null=True)
    # While it is compared: other moves, and the shares of the victory with all in each world.
    others = models.JSONField(default=list)
    worlds = models.JSONField(default=list)
    # What games.hints.services.Comparison describes.
    comparison = models.JSONField(null=True)

    class Meta:
        verbose_name = _("hint")
        verbose_name_plural = _("hints")
        indexes = [
            models.Index(
                fields=["asked_at"],
                name="hints_that_wait",
                condition=models.Q(status__in=("waiting", "quick", "found")),
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.status}"
