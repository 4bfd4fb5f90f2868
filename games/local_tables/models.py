"""The matches that people play together on the device of their host."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.matches.models import Match

USER = settings.AUTH_USER_MODEL


class LocalTable(models.Model):
    """A match whose people have names only, and which one user's device shows to them in turn.

    Its match is private and unrated. Its people are players without an account, so no list,
    history, statistic or notification has them.
    """

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="local_table"
    )
    host = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="local_tables")
    opened_at = models.DateTimeField(default=timezone.now)
    # While the rules keep secret who is asked, each person takes the device once: the seats that
    # had it.
    had_it = models.JSONField(default=list)

    class Meta:
        verbose_name = _("table on one device")
        verbose_name_plural = _("tables on one device")

    def __str__(self) -> str:
        return self.match_id
