"""Invitations to tables by name, challenges, and tickets of players who look for opponents."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.matches.models import Match, new_id

USER = settings.AUTH_USER_MODEL


class Decline(models.TextChoices):
    """Reasons to decline, from which a player chooses."""

    LATER = "later", _("Not now, maybe later.")
    FASTER = "faster", _("I’d like a faster clock.")
    SLOWER = "slower", _("I’d like a slower clock.")
    RATED = "rated", _("I’d like a rated match.")
    UNRATED = "unrated", _("I’d like an unrated match.")
    GAME = "game", _("I’d rather play another game.")
    COUNTER = "counter", _("I’d like to propose something else.")


class TableTerms(models.Model):
    """Who may sit down at a table; without a row, every person."""

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="terms"
    )
    # Whether accounts of bots may sit down that are not invited by name.
    bots_welcome = models.BooleanField(default=False)
    # The range of ratings; a bound that is None is open.
    least = models.PositiveSmallIntegerField(null=True)
    most = models.PositiveSmallIntegerField(null=True)
    # Whether the host opened it for guests, and need not sit there.
    for_guests = models.BooleanField(default=False)
    # Whether the players of a rated turn-by-turn match may use analysis boards.
    analysis = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"terms of {self.match_id}"


def terms_of(match: Match) -> TableTerms:
    """Return the terms of a table, stored or the default ones; lists join them to the match."""
    stored: TableTerms | None = getattr(match, "terms", None)
    return stored or TableTerms(match=match)


class Invitation(models.Model):
    """An invitation of a user, whose lobby shows the table, and who may see a private one."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="invitations")
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
    """The users who may challenge a user and invite them by name."""

    EVERYBODY = "all", _("Everyone")
    FOLLOWED = "followed", _("Players I follow")
    NOBODY = "nobody", _("No one")


class InvitationPolicy(models.Model):
    """A user's choice of who may challenge and invite them; without a row, every user."""

    user = models.OneToOneField(
        USER,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="invitation_policy",
    )
    callers = models.CharField(max_length=8, choices=Callers.choices, default=Callers.EVERYBODY)

    def __str__(self) -> str:
        return f"policy of {self.user_id}"


class Challenge(models.Model):
    """The terms of a table to which its host has challenged players by name.

    It starts once every seat is taken, or with bots in place of players who declined; only
    challenged players may sit down.
    """

    class Order(models.TextChoices):
        LOT = "lot", _("Random")
        FIRST = "first", _("Me first")
        LAST = "last", _("Me last")

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="challenge"
    )
    # The last time to accept; None once the match has begun, or the table was closed.
    expires_at = models.DateTimeField(null=True)
    # The level of the bots that replace players who decline; "" for none.
    fill = models.CharField(max_length=20, blank=True)
    order = models.CharField(max_length=5, choices=Order.choices, default=Order.LOT)
    # Whether everyone may watch the match; before it begins only its players see the table.
    watched = models.BooleanField(default=True)
    # Whether the two players play the same cards twice, with the seats swapped (decision 58).
    both_sides = models.BooleanField(default=False)
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
    """All searches for the same clock, rated or not. Its row is locked while it is paired."""

    clock = models.CharField(max_length=20)
    rated = models.BooleanField()

    class Meta:
        verbose_name = _("pool")
        verbose_name_plural = _("pools")
        constraints = [models.UniqueConstraint(fields=["clock", "rated"], name="one_pool_a_kind")]

    def __str__(self) -> str:
        return f"{self.clock} {'rated' if self.rated else 'unrated'}"


class Ticket(models.Model):
    """A user's search for a match; done once it has one, deleted when it is withdrawn."""

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="tickets")
    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="tickets")
    pace = models.CharField(max_length=5, choices=Match.Pace.choices)
    # The games and numbers of seats; and the rating for each possible pair: "chess:2" → 1500.
    games = models.JSONField(default=list)
    seats = models.JSONField(default=list)
    ratings = models.JSONField(default=dict)
    # The hash of the player's part of the seed, if the player sent one; and a secret of the site,
    # which is committed to now and enters the seed. Like MatchSecret, no view or API shows it.
    nonce_hash = models.CharField(max_length=64, blank=True)
    secret = models.CharField(max_length=64)
    filed_at = models.DateTimeField(default=timezone.now)
    # Until when the owner of a live ticket counts as present. None: need not be present.
    seen_until = models.DateTimeField(null=True)
    # Whether it goes before all others: an opponent did not come to the match that it led to.
    first = models.BooleanField(default=False)
    # Whether its owner plays bots while waiting, and is asked before a match begins; and since when
    # the owner is called to one.
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
    """A search that is over, without its user: the data for estimates of waiting times."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="past_searches")
    # The table that it led to; or all acceptable ones, if it led to none.
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
