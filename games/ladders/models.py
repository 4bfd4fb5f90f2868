"""Ladders, the ledger that all ratings come from, and tallies counted from it for speed.

Only the ledger is authoritative, and it is append-only. The tallies can be counted again from it
(`games/ladders/services/rebuild.py`).
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.matches.models import Match, Player
from games.rating import PROVISIONAL, START

SEASON_LENGTH = 6
REASON_LENGTH = 300
USER = settings.AUTH_USER_MODEL


class Ladder(models.Model):
    """A game and a size class of tables; bots have ladders of their own.

    Its row is locked while the ledger is written, so that the matches of a ladder have one order.
    """

    game = models.SlugField(max_length=20)
    size = models.CharField(max_length=2)
    bots = models.BooleanField(default=False)
    # The end of the newest match in the ledger; the next one ends later.
    last_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("ladder")
        verbose_name_plural = _("ladders")
        constraints = [
            models.UniqueConstraint(fields=["game", "size", "bots"], name="one_ladder_of_a_kind")
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.size}{' bots' if self.bots else ''}"


class Tally(models.Model):
    """A rating and its statistics, counted from the ledger."""

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="%(class)ss")
    value = models.IntegerField(default=START)
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    # All rated matches in this ladder up to then: a rating is provisional until it has ten.
    career = models.PositiveIntegerField(default=0)
    # Points won from newcomers, less those lost to them.
    from_newcomers = models.IntegerField(default=0)
    # The change by the last match, and when that match ended.
    change = models.IntegerField(default=0)
    at = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    @property
    def provisional(self) -> bool:
        return self.career < PROVISIONAL


class Rating(Tally):
    """The rating of a user, of a level of bots, or of a deleted account."""

    user = models.ForeignKey(USER, null=True, on_delete=models.SET_NULL, related_name="ratings")
    bot = models.CharField(max_length=10, blank=True)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        indexes = [models.Index(fields=["ladder", "-value", "id"])]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "user"], name="one_rating_a_person"),
            models.UniqueConstraint(
                fields=["ladder", "bot"], condition=~Q(bot=""), name="one_rating_a_bot"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user or self.bot or '–'} {self.value}"


class SeasonRating(Tally):
    """The same for the matches of one season: the rating after the last of them."""

    rating = models.ForeignKey(Rating, on_delete=models.CASCADE, related_name="seasons")
    season = models.CharField(max_length=SEASON_LENGTH)

    class Meta:
        verbose_name = _("season rating")
        verbose_name_plural = _("season ratings")
        indexes = [models.Index(fields=["ladder", "season", "-value", "id"])]
        constraints = [
            models.UniqueConstraint(fields=["rating", "season"], name="one_rating_a_season")
        ]

    def __str__(self) -> str:
        return f"{self.season} {self.rating_id} {self.value}"


class LedgerRows(models.QuerySet["RatingEntry"]):
    """The lines of the ledger, which can only be read and added."""

    def in_force(self) -> LedgerRows:
        """Return the lines that count: no reversals, and no reversed lines."""
        return self.filter(reverses=None, reversed_by=None)

    def update(self, **values: object) -> int:
        raise TypeError("The ledger is append-only.")

    def delete(self) -> tuple[int, dict[str, int]]:
        raise TypeError("The ledger is append-only.")


class RatingEntry(models.Model):
    """One line of the ledger: the effect of a match on one rating, or the reversal of a line.

    A reversal has before and after swapped: the starting rating plus all differences is the value.
    """

    rating = models.ForeignKey(Rating, on_delete=models.PROTECT, related_name="entries")
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="rating_entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="rating_entries")
    place = models.PositiveSmallIntegerField()
    before = models.IntegerField()
    after = models.IntegerField()
    k = models.PositiveSmallIntegerField()
    # The number of this match among the player's rated matches in this ladder, from 1.
    number = models.PositiveIntegerField()
    # [{"player": …, "before": …, "place": …}], and "newcomer": true for newcomers: with these the
    # arithmetic can be repeated.
    opponents = models.JSONField()
    # The points of this line that came from newcomers.
    from_newcomers = models.IntegerField(default=0)
    # The end of the match; the ledger's own time is `written_at`.
    at = models.DateTimeField()
    reverses = models.OneToOneField(
        "self", null=True, on_delete=models.PROTECT, related_name="reversed_by"
    )
    note = models.CharField(max_length=REASON_LENGTH, blank=True)
    written_at = models.DateTimeField(default=timezone.now)

    objects = models.Manager.from_queryset(LedgerRows)()

    class Meta:
        verbose_name = _("rating ledger entry")
        verbose_name_plural = _("rating ledger")
        ordering = ["id"]
        indexes = [models.Index(fields=["rating", "at"])]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.before} → {self.after}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError("The ledger is append-only.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise TypeError("The ledger is append-only.")


class Established(models.Model):
    """A user who has met enough others in rated matches; all other users are newcomers."""

    user = models.OneToOneField(
        USER,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="established",
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("established player")
        verbose_name_plural = _("established players")

    def __str__(self) -> str:
        return f"{self.user_id} {self.at:%Y-%m-%d}"


class Newcomer(models.Model):
    """A player who was a newcomer when a rated match started."""

    player = models.OneToOneField(
        Player, primary_key=True, on_delete=models.CASCADE, related_name="newcomer"
    )

    class Meta:
        verbose_name = _("newcomer")
        verbose_name_plural = _("newcomers")

    def __str__(self) -> str:
        return str(self.player_id)


class Annulment(models.Model):
    """A finished match that no longer counts for ratings, and the reason."""

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.PROTECT, related_name="annulment"
    )
    by = models.ForeignKey(USER, null=True, on_delete=models.SET_NULL, related_name="annulled")
    reason = models.CharField(max_length=REASON_LENGTH)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("annulment")
        verbose_name_plural = _("annulments")

    def __str__(self) -> str:
        return f"{self.match_id}: {self.reason}"
