"""Invitations to tables by name, and tickets of those who look for opponents."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.matches.models import Match, new_id


class Invitation(models.Model):
    """Somebody is invited to a table: their lobby shows it, and they may see a private one."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations"
    )
    at = models.DateTimeField(default=timezone.now)
    declined_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [
            models.UniqueConstraint(fields=["match", "user"], name="nobody_invited_twice")
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.user_id}"


class Pool(models.Model):
    """All who search for the same clock, rated or not. Its row is locked while it is paired."""

    clock = models.CharField(max_length=20)
    rated = models.BooleanField()

    class Meta:
        verbose_name = _("pool")
        verbose_name_plural = _("pools")
        constraints = [models.UniqueConstraint(fields=["clock", "rated"], name="one_pool_a_kind")]

    def __str__(self) -> str:
        return f"{self.clock} {'rated' if self.rated else 'unrated'}"


class Ticket(models.Model):
    """Somebody's search for a match; done once it has one, deleted when it is withdrawn."""

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tickets"
    )
    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="tickets")
    pace = models.CharField(max_length=5, choices=Match.Pace.choices)
    # Which games, with how many seats; and the rating for each that can be: "chess:2" → 1500.
    games = models.JSONField(default=list)
    seats = models.JSONField(default=list)
    ratings = models.JSONField(default=dict)
    # The hash of the player's part of the seed, if they sent one; and a secret of the site, which
    # is committed to now and enters the seed. As secret as MatchSecret: no view or API shows it.
    nonce_hash = models.CharField(max_length=64, blank=True)
    secret = models.CharField(max_length=64)
    filed_at = models.DateTimeField(default=timezone.now)
    # Until when somebody who searches for a live match counts as present. None: need not be.
    seen_until = models.DateTimeField(null=True)
    match = models.ForeignKey(Match, null=True, on_delete=models.CASCADE, related_name="tickets")

    class Meta:
        verbose_name = _("ticket")
        verbose_name_plural = _("tickets")
        constraints = [
            models.UniqueConstraint(
                fields=["user", "pace"],
                name="one_waiting_ticket_a_pace",
                condition=Q(match__isnull=True),
            )
        ]
        indexes = [
            models.Index(
                fields=["pool", "filed_at"], name="waiting_tickets", condition=Q(match=None)
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.pool_id}"

    @property
    def live(self) -> bool:
        return self.pace == Match.Pace.LIVE
