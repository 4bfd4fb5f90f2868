"""Events, the players who register for them, and the secret addresses of calendars."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from django.conf import settings
from django.db import models
from django.db.models import CASCADE, SET_NULL
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.languages.local_time import reader, zone_info
from games.clubs.models import Club
from games.events.dates import skipped_time
from games.game_nights.models import GAME_NIGHT_NAME_LENGTH, GameNight
from games.matches.models import new_id, new_key

TITLE_LENGTH = GAME_NIGHT_NAME_LENGTH
TEXT_LENGTH = 2000
ZONE_LENGTH = 50
USER = settings.AUTH_USER_MODEL


class Event(models.Model):
    """A date at which players meet; its game night opens when it begins."""

    class Status(models.TextChoices):
        PLANNED = "planned", _("planned")
        RUNNING = "running", _("running")
        OVER = "over", _("over")
        CANCELLED = "cancelled", _("cancelled")

    class Repeats(models.TextChoices):
        NEVER = "", _("Never")
        WEEKLY = "weekly", _("Every week")
        FORTNIGHTLY = "fortnightly", _("Every second week")
        MONTHLY = "monthly", _("Every month, on the same weekday")

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    title = models.CharField(max_length=TITLE_LENGTH)
    text = models.TextField(max_length=TEXT_LENGTH, blank=True)
    # The user who planned it; None once the account is deleted.
    organiser = models.ForeignKey(
        USER, null=True, on_delete=SET_NULL, related_name="events_planned"
    )
    # The user who wrote its title or text last; None once the account is deleted, or once
    # moderators have replaced them.
    worded_by = models.ForeignKey(USER, null=True, on_delete=SET_NULL, related_name="+")
    # The club that holds it; its organisers decide about it, too. None once the club is dissolved.
    club = models.ForeignKey(Club, null=True, on_delete=SET_NULL, related_name="events")
    # Of a private club that was dissolved: only those who were registered see it.
    private = models.BooleanField(default=False)
    members_only = models.BooleanField(default=False)
    starts_at = models.DateTimeField()
    # The organiser's time zone: a series keeps its hour there.
    zone = models.CharField(max_length=ZONE_LENGTH)
    minutes = models.PositiveSmallIntegerField()
    games = models.JSONField(default=list)
    sizes = models.JSONField(default=list)
    clock = models.CharField(max_length=20)
    rated = models.BooleanField(default=False)
    bots = models.BooleanField(default=False)
    places = models.PositiveSmallIntegerField()
    repeats = models.CharField(max_length=11, choices=Repeats.choices, blank=True)
    # The date before this one in a series.
    former = models.OneToOneField("self", null=True, on_delete=SET_NULL, related_name="following")
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.PLANNED)
    game_night = models.OneToOneField(
        GameNight, null=True, on_delete=SET_NULL, related_name="event"
    )
    # How many of the reminders are sent: a day before, an hour before.
    reminded = models.PositiveSmallIntegerField(default=0)
    # Counts the changes, for programs that show calendars.
    version = models.PositiveIntegerField(default=0)
    planned_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["starts_at", "pk"]
        indexes = [models.Index(fields=["status", "starts_at"], name="events_by_date")]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("event", args=[self.pk])

    @property
    def local_start(self) -> datetime:
        """The beginning in the organiser's time zone; in UTC if that zone no longer exists."""
        return self.starts_at.astimezone(zone_info(self.zone))

    @property
    def skipped_time(self) -> time | None:
        """The local time of its series, if a change of clocks skips it on this date."""
        if self.former is None:
            return None
        return skipped_time(self.starts_at, self.former.local_start.time(), self.zone)

    @property
    def local_end(self) -> datetime:
        return self.ends_at.astimezone(zone_info(self.zone))

    @property
    def shown_zone(self) -> str:
        """The time zone in which pages show the event: the reader's, if it is known."""
        return reader().zone or str(zone_info(self.zone))

    @property
    def shown_start(self) -> datetime:
        """The beginning in that zone, naive: templates convert aware times to their own zone."""
        return self.starts_at.astimezone(zone_info(self.shown_zone)).replace(tzinfo=None)

    @property
    def shown_end(self) -> datetime:
        return self.ends_at.astimezone(zone_info(self.shown_zone)).replace(tzinfo=None)

    @property
    def ends_at(self) -> datetime:
        return self.starts_at + timedelta(minutes=self.minutes)

    @property
    def is_ahead(self) -> bool:
        """Whether players may still register: it is planned, or runs."""
        return self.status in (self.Status.PLANNED, self.Status.RUNNING)

    @property
    def is_public(self) -> bool:
        """Whether everyone may see it."""
        return not self.private if self.club is None else self.club.public

    @property
    def is_closed(self) -> bool:
        """Whether only members of its club may register."""
        return self.club is not None and (self.members_only or not self.club.public)


class Registration(models.Model):
    """A player who wants to come: with a place, or on the waiting list."""

    event = models.ForeignKey(Event, on_delete=CASCADE, related_name="registrations")
    user = models.ForeignKey(USER, on_delete=CASCADE, related_name="registrations")
    at = models.DateTimeField(default=timezone.now)
    waiting = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("registration")
        verbose_name_plural = _("registrations")
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["event", "user"], name="registered_once")]

    def __str__(self) -> str:
        return f"{self.user_id} for {self.event_id}"


class CalendarKey(models.Model):
    """The secret part of the address at which a program reads a user's calendar."""

    user = models.OneToOneField(
        USER, primary_key=True, on_delete=CASCADE, related_name="calendar_key"
    )
    key = models.CharField(max_length=32, unique=True, default=new_key)

    def __str__(self) -> str:
        return f"calendar of {self.user_id}"
