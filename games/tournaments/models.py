"""Tournaments, their players, the tables of their rounds, and what directors decided."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import CASCADE, SET_NULL
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.events.models import Event
from games.matches.models import Match

REASON_LENGTH = 200
TIMED_OUT = "time"
"""The cause of a ruling that the site made when the time for a round was over."""
USER = settings.AUTH_USER_MODEL


def new_seed() -> int:
    """Return the number that decides draws by lot among equals."""
    return secrets.randbits(31)


class Tournament(models.Model):
    """An event whose tables the site pairs; the event has its date, game, clock and places."""

    class Format(models.TextChoices):
        SWISS = "swiss", _("Swiss")
        ROUND_ROBIN = "round_robin", _("Round robin")
        KNOCKOUT = "knockout", _("Knock-out")
        ARENA = "arena", _("Arena")

    event = models.OneToOneField(
        Event, primary_key=True, on_delete=CASCADE, related_name="tournament"
    )
    format = models.CharField(max_length=11, choices=Format.choices)
    # Players per table; a Swiss or an arena also has tables of one player less.
    size = models.PositiveSmallIntegerField()
    # As planned; 0 lets the number of players decide when the first round begins.
    rounds = models.PositiveSmallIntegerField(default=0)
    break_seconds = models.PositiveSmallIntegerField(default=60)
    # How long a round may last at most; 0 for no limit.
    round_minutes = models.PositiveSmallIntegerField(default=0)
    # How long an arena pairs players.
    arena_minutes = models.PositiveSmallIntegerField(default=60)
    # Whether all tables of a round get the same cards, and their results stay closed until it ends.
    same_cards = models.BooleanField(default=False)
    seed = models.PositiveIntegerField(default=new_seed)
    # The number of the newest round; 0 before the first.
    round = models.PositiveSmallIntegerField(default=0)
    # When the next round is paired; None while a round is played.
    next_at = models.DateTimeField(null=True)
    # When the tables of the newest round that are still played are decided.
    round_until = models.DateTimeField(null=True)
    # Since when the organiser lets no round begin.
    paused_at = models.DateTimeField(null=True)
    began_at = models.DateTimeField(null=True)
    # When an arena stops pairing players.
    pairs_until = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    # Counts the changes that pages, streams and pairings must know of.
    number = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["event"]

    def __str__(self) -> str:
        return f"{self.get_format_display()} {self.event_id}"

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.event_id])

    @property
    def paused(self) -> bool:
        return self.paused_at is not None

    @property
    def limit(self) -> timedelta | None:
        """How long a round may last at most."""
        return timedelta(minutes=self.round_minutes) if self.round_minutes else None

    @property
    def rounds_before(self) -> range:
        """The numbers of the rounds before the newest one."""
        return range(1, self.round)


class Entrant(models.Model):
    """A player of a tournament."""

    tournament = models.ForeignKey(Tournament, on_delete=CASCADE, related_name="entrants")
    # None once the account is deleted.
    user = models.ForeignKey(USER, null=True, on_delete=SET_NULL, related_name="tournaments")
    # The rating when the player entered, by which equals are ordered.
    rating = models.FloatField()
    first_round = models.PositiveSmallIntegerField(default=1)
    # The last round before the player withdrew; None for a player who has not.
    withdrawn_after = models.PositiveSmallIntegerField(null=True)
    # When the player last said that they are here.
    here_at = models.DateTimeField(null=True)
    # Whether the player did not come, and gets no table until they say that they are here.
    away = models.BooleanField(default=False)
    removed = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "user"], name="entered_once")]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.tournament_id}"


class TournamentTable(models.Model):
    """A table of a round: who sits there, the match, and the result that counts."""

    class Why(models.TextChoices):
        """What a result comes from, if not from a match that was played to its end."""

        PLAYED = "", _("played")
        ABSENT = "absent", _("a player didn’t come")
        CALLED_OFF = "called-off", _("called off")
        APART = "apart", _("not played")
        RULING = "ruling", _("decided by the organiser")
        TIME = "time", _("time was over")
        UNFINISHED = "unfinished", _("not over at the end, doesn’t count")

    tournament = models.ForeignKey(Tournament, on_delete=CASCADE, related_name="tables")
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    # The entrants' ids in the order of seats.
    seated = models.JSONField()
    match = models.OneToOneField(
        Match, null=True, on_delete=SET_NULL, related_name="tournament_table"
    )
    # The entrants' places in the order of seats; None while it is played, and if no result counts.
    places = models.JSONField(null=True)
    # The ids of entrants who get no points since they did not come or called the match off.
    absent = models.JSONField(default=list)
    why = models.CharField(max_length=10, choices=Why.choices, blank=True)
    decided_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("table of a tournament")
        verbose_name_plural = _("tables of tournaments")
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "round", "number"], name="one_table_of_a_number"
            )
        ]
        indexes = [
            models.Index(
                fields=["tournament"],
                name="undecided_tables",
                condition=models.Q(decided_at__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return f"table {self.number} in round {self.round} of {self.tournament_id}"


class Bye(models.Model):
    """A round in which a player has no opponents and gets the points of a win."""

    tournament = models.ForeignKey(Tournament, on_delete=CASCADE, related_name="byes")
    round = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey(Entrant, on_delete=CASCADE, related_name="byes")

    class Meta:
        verbose_name = _("bye")
        verbose_name_plural = _("byes")
        ordering = ["round", "pk"]
        constraints = [models.UniqueConstraint(fields=["round", "entrant"], name="one_bye_a_round")]

    def __str__(self) -> str:
        return f"bye of {self.entrant_id} in round {self.round}"


class Ruling(models.Model):
    """A decision that everyone may read: a corrected result, a removed player, or an early end.

    A director made it, or the site, when the time for a round was over.
    """

    tournament = models.ForeignKey(Tournament, on_delete=CASCADE, related_name="rulings")
    by = models.ForeignKey(USER, null=True, on_delete=SET_NULL, related_name="rulings")
    at = models.DateTimeField(default=timezone.now)
    reason = models.CharField(max_length=REASON_LENGTH)
    # The corrected table, with the places before and after, and the `cause` "time" if the site
    # decided it; or the player who was removed, or let back in with `after` {"removed": False}. A
    # ruling with neither ended the tournament.
    table = models.ForeignKey(TournamentTable, null=True, on_delete=CASCADE, related_name="rulings")
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    entrant = models.ForeignKey(Entrant, null=True, on_delete=CASCADE, related_name="rulings")

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"ruling {self.pk} in {self.tournament_id}"

    @property
    def timed_out(self) -> bool:
        """Whether the site decided a table when the time for its round was over."""
        return self.after is not None and self.after.get("cause") == TIMED_OUT

    @property
    def readmits(self) -> bool:
        """Whether an organiser let a removed player back in."""
        return self.entrant_id is not None and self.after is not None
