"""The matches that bots play for spectators only."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.matches.models import Match


class Exhibition(models.Model):
    """A match of bots that the site plays by itself while no people play in public.

    Its match is private and unrated, so no list, history or ladder has it; anyone may watch it.
    """

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="exhibition"
    )
    opened_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("exhibition")
        verbose_name_plural = _("exhibitions")

    def __str__(self) -> str:
        return self.match_id
