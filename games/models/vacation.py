"""Vacations: days on which somebody's turn-by-turn clocks stand still."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Vacation(models.Model):
    """One announced absence; what was cut short ends when it was."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacations"
    )
    starts = models.DateTimeField()
    ends = models.DateTimeField()

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        ordering = ["starts"]
        constraints = [
            models.CheckConstraint(condition=Q(ends__gt=F("starts")), name="vacation_has_a_length")
        ]
        indexes = [models.Index(fields=["user", "ends"])]

    def __str__(self) -> str:
        return f"{self.user_id} {self.starts:%Y-%m-%d} – {self.ends:%Y-%m-%d}"
