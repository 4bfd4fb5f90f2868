"""Invitations to tables by name, challenges, and tickets of those who look for opponents."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.matches.models import Match, new_id


class Decline(models.TextChoices):
    """Why somebody declines, as they may choose from a list."""

    LATER = "later", _("Not now, perhaps later.")
    FASTER = "faster", _("I would like a faster clock.")
    SLOWER = "slower", _("I would like a slower clock.")
    RATED = "rated", _("I would like a rated match.")
    UNRATED = "unrated", _("I would like an unrated match.")
    GAME = "game", _("I would rather play another game.")
    COUNTER = "counter", _("I propose something else.")


class Invitation(models.Model):
    """Somebody is invited to a table: their lobby shows it, and they may see a private one."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations"
    )
    at = models.DateTimeField(default=timezone.now)
    declined_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=8, choices=Decline.choices, blank=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [
            models.UniqueConstraint(fields=["match", "user"], name="nobody_invited_twice")
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.user_id}"


class Callers(models.TextChoices):
    """Who may challenge somebody, and invite them by name."""

    EVERYBODY = "all", _("Everybody")
    FOLLOWED = "followed", _("People I follow")
    NOBODY = "nobody", _("Nobody")


class InvitationPolicy(models.Model):
    """Who may challenge and invite somebody; without a row, everybody."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="invitation_policy",
    )
    callers = models.CharField(max_length=8, choices=Callers.choices, default=Callers.EVERYBODY)

    def __str__(self) -> str:
        return f"policy of {self.user_id}"


class Challenge(models.Model):
    """The terms of a table to which its host has challenged people by name.

    It starts once every chair is taken, or with bots in those that were declined; nobody may sit
    down who was not challenged.
    """

    class Order(models.TextChoices):
        LOT = "lot", _("By lot")
        FIRST = "first", _("Me first")
        LAST = "last", _("Me last")

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="challenge"
    )
    # The last moment to take it up; None once the match has begun, or the table was closed.
    expires_at = models.DateTimeField(null=True)
    # The level of the bots that take chairs which people decline; "" for none.
    fill = models.CharField(max_length=20, blank=True)
    order = models.CharField(max_length=5, choices=Order.choices, default=Order.LOT)
    # Whether everybody may watch the match; before it begins only those it is about see the table.
    watched = models.BooleanField(default=True)
    # The challenge that this one was proposed instead of.
    instead_of = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        verbose_name = _("challenge")
        verbose_name_plural = _("challenges")
        indexes = [
            models.Index(
                fields=["expires_at"],
                name="open_challenges",
                condition=Q(expires_at__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"challenge {self.match_id}"


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
    # Whether it goes before all others: an opponent did not come to the match it had led to.
    first = models.BooleanField(default=False)
    # Whether its owner plays bots meanwhile, and is asked before a match begins; and since when
    # they are called to one.
    aside = models.BooleanField(default=False)
    called_at = models.DateTimeField(null=True)
    match = models.ForeignKey(Match, null=True, on_delete=models.CASCADE, related_name="tickets")
    found_at = models.DateTimeField(null=True)

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


class PastSearch(models.Model):
    """A search that is over, of nobody any more: what waiting times are estimated from."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="past_searches")
    # The table that it led to; or all those that would have done, where it led to none.
    games = models.JSONField(default=list)
    seats = models.JSONField(default=list)
    found = models.BooleanField()
    # In seconds.
    waited = models.FloatField()
    ended_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("past search")
        verbose_name_plural = _("past searches")
        indexes = [
            models.Index(fields=["pool", "-ended_at"], name="past_searches_of_pool"),
            models.Index(fields=["ended_at"], name="old_searches"),
        ]

    def __str__(self) -> str:
        return f"{self.pool_id}: {self.waited:.0f} s"
