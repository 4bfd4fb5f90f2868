"""Leagues with seasons, players, fixtures and proposed times; team matches with boards."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import CASCADE, SET_NULL, F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.services.names import DISPLAY_NAME_MAX
from core.languages.local_time import zone_info
from games.clubs.models import NAME_LENGTH, Club
from games.events.models import TITLE_LENGTH, ZONE_LENGTH
from games.matches.models import Match, new_id
from games.matches.services.clocks import CLOCKS

USER = settings.AUTH_USER_MODEL
WEEK = timedelta(days=7)


class League(models.Model):
    """A league of one game for two: the terms that all its seasons have."""

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    title = models.CharField(max_length=TITLE_LENGTH)
    # The user who founded it; None once the account is deleted.
    organiser = models.ForeignKey(USER, null=True, on_delete=SET_NULL, related_name="leagues")
    # The user who wrote its title; None once the account is deleted, or once moderators have
    # replaced it.
    worded_by = models.ForeignKey(USER, null=True, on_delete=SET_NULL, related_name="+")
    # The club that holds it; its organisers decide about it, and only members play. None once the
    # club is dissolved, and the league closed.
    club = models.ForeignKey(Club, null=True, on_delete=SET_NULL, related_name="leagues")
    # Of a private club that was dissolved: only its players see it.
    private = models.BooleanField(default=False)
    game = models.SlugField(max_length=20, db_index=False)
    clock = models.CharField(max_length=20)
    rated = models.BooleanField(default=False)
    # Whether all matches of a round get the same cards; their results stay closed until it ends.
    same_cards = models.BooleanField(default=False)
    # The most players of a division, its matches in a week, and how many of it go up and down.
    size = models.PositiveSmallIntegerField()
    per_week = models.PositiveSmallIntegerField()
    moving = models.PositiveSmallIntegerField()
    founded_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")
        ordering = ["-founded_at", "pk"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("league", args=[self.pk])

    @property
    def live(self) -> bool:
        """Whether players agree on times; otherwise matches begin by themselves, turn by turn."""
        return CLOCKS[self.clock].pace == Match.Pace.LIVE


class Season(models.Model):
    """A season of a league: registration, then weeks of matches in divisions."""

    class Status(models.TextChoices):
        REGISTRATION = "registration", _("registration")
        RUNNING = "running", _("running")
        OVER = "over", _("over")
        CANCELLED = "cancelled", _("cancelled")

    league = models.ForeignKey(League, on_delete=CASCADE, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.REGISTRATION)
    # The beginning of its first week.
    starts_at = models.DateTimeField()
    # Decides draws of lots: who meets whom in which round, and equal ratings.
    seed = models.PositiveIntegerField(default=0)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["league", "number"], name="season_once")]
        indexes = [models.Index(fields=["status", "starts_at"], name="seasons_by_start")]

    def __str__(self) -> str:
        return f"{self.league_id} {self.number}"

    def week_of(self, number: int) -> int:
        """Return the week of a round, from 0."""
        return (number - 1) // self.league.per_week

    @property
    def local_start(self) -> datetime:
        """The beginning in the organiser's time zone."""
        organiser = self.league.organiser
        return self.starts_at.astimezone(zone_info(organiser.time_zone if organiser else ""))

    def begins(self, week: int) -> datetime:
        """Return the beginning of a week, from 0: its hour stays the same for the organiser."""
        return (self.local_start + week * WEEK).astimezone(UTC)


class LeaguePlayer(models.Model):
    """A player of a season."""

    season = models.ForeignKey(Season, on_delete=CASCADE, related_name="players")
    user = models.ForeignKey(USER, null=True, on_delete=SET_NULL, related_name="league_places")
    # The name of a deleted account; of all others it is empty.
    name = models.CharField(max_length=DISPLAY_NAME_MAX, blank=True)
    registered_at = models.DateTimeField(default=timezone.now)
    # The order that the last season left, from 0; None for players who are new.
    rank = models.PositiveSmallIntegerField(null=True)
    rating = models.IntegerField(default=0)
    # From 1, the best; None before the season begins.
    division = models.PositiveSmallIntegerField(null=True)
    # The last round before the player withdrew.
    withdrawn_after = models.PositiveSmallIntegerField(null=True)
    # The place in the division at the end.
    place = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["registered_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["season", "user"], name="plays_once")]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.season_id}"


class Fixture(models.Model):
    """Two players who meet in a round: before, during and after their match."""

    class Status(models.TextChoices):
        OPEN = "open"
        PLAYING = "playing"
        OVER = "over"

    class Reason(models.TextChoices):
        """Why it was decided without a match."""

        ABSENT = "absent", _("did not come")
        TIMEOUT = "timeout", _("time ran out")
        NO_TIME = "no-time", _("no time was agreed")
        WITHDRAWN = "withdrawn", _("withdrew")
        NOT_PLAYED = "not-played", _("not played")

    season = models.ForeignKey(Season, on_delete=CASCADE, related_name="fixtures")
    division = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    first = models.ForeignKey(LeaguePlayer, on_delete=CASCADE, related_name="+")
    second = models.ForeignKey(LeaguePlayer, on_delete=CASCADE, related_name="+")
    status = models.CharField(max_length=7, choices=Status.choices, default=Status.OPEN)
    # Its week, in which it begins: by itself, or at a time that is agreed.
    opens_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    agreed_at = models.DateTimeField(null=True)
    # Whether the players were asked to agree, or reminded of the time.
    asked = models.BooleanField(default=False)
    reminded = models.BooleanField(default=False)
    match = models.OneToOneField(Match, null=True, on_delete=SET_NULL, related_name="fixture")
    # Half points: 2 for a win, 1 for a shared first place.
    first_points = models.PositiveSmallIntegerField(null=True)
    second_points = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(max_length=10, choices=Reason.choices, blank=True)

    class Meta:
        ordering = ["division", "round", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="meet_once"),
            models.CheckConstraint(condition=~Q(first=F("second")), name="two_players_meet"),
        ]
        indexes = [models.Index(fields=["status", "opens_at"], name="fixtures_by_date")]

    def __str__(self) -> str:
        return f"{self.first_id} against {self.second_id}"


class Proposal(models.Model):
    """A time that a player of a fixture proposes."""

    fixture = models.ForeignKey(Fixture, on_delete=CASCADE, related_name="proposals")
    by = models.ForeignKey(LeaguePlayer, on_delete=CASCADE, related_name="+")
    at = models.DateTimeField()
    zone = models.CharField(max_length=ZONE_LENGTH)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["fixture", "at"], name="proposed_once")]

    def __str__(self) -> str:
        return f"{self.at} for {self.fixture_id}"


class TeamMatch(models.Model):
    """One club against another: a match on each board, all at the same time."""

    class Status(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        AGREED = "agreed", _("agreed")
        RUNNING = "running", _("running")
        OVER = "over", _("over")
        CANCELLED = "cancelled", _("cancelled")

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    # None once the club is dissolved; then its name is left.
    home = models.ForeignKey(Club, null=True, on_delete=SET_NULL, related_name="team_matches")
    away = models.ForeignKey(Club, null=True, on_delete=SET_NULL, related_name="team_matches_away")
    home_name = models.CharField(max_length=NAME_LENGTH, blank=True)
    away_name = models.CharField(max_length=NAME_LENGTH, blank=True)
    # Of a private club that was dissolved: only its players and the other club see it.
    private = models.BooleanField(default=False)
    made_by = models.ForeignKey(USER, null=True, on_delete=SET_NULL, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    game = models.SlugField(max_length=20, db_index=False)
    clock = models.CharField(max_length=20)
    rated = models.BooleanField(default=False)
    starts_at = models.DateTimeField()
    zone = models.CharField(max_length=ZONE_LENGTH)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.PROPOSED)
    reminded = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("team match")
        verbose_name_plural = _("team matches")
        ordering = ["-starts_at", "pk"]
        constraints = [models.CheckConstraint(condition=~Q(home=F("away")), name="two_clubs_meet")]
        indexes = [models.Index(fields=["status", "starts_at"], name="team_matches_by_start")]

    def __str__(self) -> str:
        return f"{self.home_id} against {self.away_id}"

    def get_absolute_url(self) -> str:
        return reverse("team_match", args=[self.pk])

    @property
    def home_shown(self) -> str:
        """The name of the club at home, also if it is dissolved."""
        return self.home_name if self.home is None else self.home.name

    @property
    def away_shown(self) -> str:
        """The name of the other club, also if it is dissolved."""
        return self.away_name if self.away is None else self.away.name

    @property
    def clubs(self) -> tuple[Club, Club]:
        """Both clubs of a team match ahead, which is deleted with either of them."""
        assert self.home is not None
        assert self.away is not None
        return self.home, self.away


class Board(models.Model):
    """A board of a team match: a player of each club, and their match."""

    team_match = models.ForeignKey(TeamMatch, on_delete=CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField()
    home = models.ForeignKey(USER, null=True, on_delete=SET_NULL, related_name="+")
    away = models.ForeignKey(USER, null=True, on_delete=SET_NULL, related_name="+")
    # The names of deleted accounts; otherwise empty.
    home_name = models.CharField(max_length=DISPLAY_NAME_MAX, blank=True)
    away_name = models.CharField(max_length=DISPLAY_NAME_MAX, blank=True)
    match = models.OneToOneField(Match, null=True, on_delete=SET_NULL, related_name="board")
    # Half points: 2 for a win, 1 for a shared first place.
    home_points = models.PositiveSmallIntegerField(null=True)
    away_points = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["team_match", "number"], name="board_once")]

    def __str__(self) -> str:
        return f"board {self.number} of {self.team_match_id}"
