"""Game nights: a host opens tables for the users who come by a link."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.matches.models import Match, new_key

GAME_NIGHT_NAME_LENGTH = 60
USER = settings.AUTH_USER_MODEL


class GameNight(models.Model):
    """A meeting of a club or of friends; users who have its link may join its tables."""

    key = models.CharField(max_length=32, unique=True, default=new_key, editable=False)
    name = models.CharField(max_length=GAME_NIGHT_NAME_LENGTH)
    host = models.ForeignKey(USER, null=True, on_delete=models.SET_NULL, related_name="game_nights")
    opened_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True)
    # Whether the tables of a draw are rated: all who attend know it before they come.
    rated = models.BooleanField(default=False)
    # The latest choice for a draw, or the event's: `DrawRequest` as data.
    drawn = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("game night")
        verbose_name_plural = _("game nights")
        ordering = ["-opened_at"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("game_night", args=[self.key])


class GameNightTable(models.Model):
    """A table of a game night, which visitors with the game night's link may see."""

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="game_night_table"
    )
    game_night = models.ForeignKey(GameNight, on_delete=models.CASCADE, related_name="tables")
    # The number of the draw; 0 for a table that was set up by hand.
    round = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.match_id} of {self.game_night_id}"


class Attendance(models.Model):
    """A user who attends a game night, so that the host may give them a seat."""

    game_night = models.ForeignKey(GameNight, on_delete=models.CASCADE, related_name="attendances")
    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="attendances")
    at = models.DateTimeField(default=timezone.now)
    # At tables there are bots, too.
    bot = False

    class Meta:
        verbose_name = _("attendance")
        verbose_name_plural = _("attendances")
        ordering = ["at"]
        constraints = [models.UniqueConstraint(fields=["game_night", "user"], name="there_once")]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.game_night_id}"

    @property
    def name(self) -> str:
        return self.user.name
