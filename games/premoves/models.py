"""What players decided on before they are asked."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.matches.models import Player

USER = settings.AUTH_USER_MODEL


class OnlyMoves(models.Model):
    """The wish of a user that a question with only one legal move is answered for them."""

    user = models.OneToOneField(USER, primary_key=True, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("only moves by themselves")
        verbose_name_plural = _("only moves by themselves")

    def __str__(self) -> str:
        return f"only moves of {self.user_id}"


class Plan(models.Model):
    """What a player does at their next question, by conditions that are tested in order.

    It is secret: no other user reads it, and nothing shows that there is one.
    """

    player = models.OneToOneField(
        Player, primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    # What it depends on (`Title.plans`): it is dropped once this differs.
    scope = models.JSONField()
    # By condition, the move as JSON.
    moves = models.JSONField()
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("plan")
        verbose_name_plural = _("plans")

    def __str__(self) -> str:
        return f"plan of {self.player_id}"
