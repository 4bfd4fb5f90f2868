"""An evening: somebody hosts it, people come by a link, and tables are created for them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.matches.models import new_key

EVENING_NAME_LENGTH = 60


class Evening(models.Model):
    """A meeting of a club or of friends; whoever has its link may join its tables."""

    key = models.CharField(max_length=32, unique=True, default=new_key, editable=False)
    name = models.CharField(max_length=EVENING_NAME_LENGTH)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="evenings"
    )
    opened_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("evening")
        verbose_name_plural = _("evenings")
        ordering = ["-opened_at"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("evening", args=[self.key])


class Attendance(models.Model):
    """Somebody who has said that they are there, and may be given a seat."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="attendances")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="attendances"
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("attendance")
        verbose_name_plural = _("attendances")
        ordering = ["at"]
        constraints = [models.UniqueConstraint(fields=["evening", "user"], name="there_once")]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.evening_id}"
