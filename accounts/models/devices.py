"""The accounts that were used in the same browser."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

USER = settings.AUTH_USER_MODEL


class DeviceUse(models.Model):
    """A user's sign-ins in one browser.

    `device` is a keyed hash of the random id in that browser's cookie: no row says which browser it
    was, only that two accounts were used in the same one. The same holds for `network`, in which it
    was used last.
    """

    device = models.CharField(max_length=64)
    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="device_uses")
    network = models.CharField(max_length=64, blank=True, db_index=True)
    first_at = models.DateTimeField(default=timezone.now)
    last_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("device use")
        verbose_name_plural = _("device uses")
        constraints = [
            models.UniqueConstraint(fields=["device", "user"], name="one_use_of_a_device_each")
        ]
        indexes = [models.Index(fields=["last_at"], name="device_uses_by_age")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.last_at:%Y-%m-%d}"
