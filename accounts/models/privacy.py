"""What somebody lets others see of how they play."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Privacy(models.Model):
    """One person's choices; whoever has made none hides nothing."""

    class Audience(models.TextChoices):
        EVERYBODY = "all", _("Everybody")
        MEMBERS = "members", _("Members")
        NOBODY = "nobody", _("Only you")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="privacy",
    )
    ratings = models.CharField(
        _("Ratings"), max_length=8, choices=Audience.choices, default=Audience.EVERYBODY
    )
    matches = models.CharField(
        _("Matches"), max_length=8, choices=Audience.choices, default=Audience.EVERYBODY
    )
    reliability = models.CharField(
        _("Reliability"), max_length=8, choices=Audience.choices, default=Audience.EVERYBODY
    )

    class Meta:
        verbose_name = _("privacy")
        verbose_name_plural = _("privacy")

    def __str__(self) -> str:
        return f"privacy of {self.user_id}"
