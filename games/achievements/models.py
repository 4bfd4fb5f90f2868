"""What finished matches earned for people, and what those tend to do in a game.

All of it is found in the events, by playing them again: it can be deleted and found anew
(`manage.py award_achievements --anew`).
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.matches.models import Match, Player

SLUG_LENGTH = 30
CHOICE_LENGTH = 40
MARK_LENGTH = 16


class Assessment(models.Model):
    """Whether a finished match was looked through, and for what.

    Written in the transaction that ends a match, which the worker sees; matches that ended before
    there was this table have none until the command has been through them.
    """

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="assessment"
    )
    # Of all that was looked for (`assessments.mark_of`): empty while it waits.
    mark = models.CharField(max_length=MARK_LENGTH, blank=True)

    class Meta:
        indexes = [models.Index(fields=["mark"], name="matches_to_assess", condition=Q(mark=""))]

    def __str__(self) -> str:
        return f"{self.match_id} {self.mark or 'waits'}"


class Earned(models.Model):
    """Somebody earned an achievement in a match: a row for each match in which they did.

    So the first is found whatever order matches are looked through in, and where one is annulled
    the next takes its place.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="achievements"
    )
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="achievements")
    game = models.SlugField(max_length=20, db_index=False)
    achievement = models.SlugField(max_length=SLUG_LENGTH, db_index=False)
    # The end of the match.
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "match", "achievement"], name="earned_once_a_match"
            )
        ]
        indexes = [
            models.Index(fields=["user", "game", "achievement", "at"], name="earned_by_user")
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.achievement}: {self.user_id} in {self.match_id}"


class HabitChoice(models.Model):
    """What a player chose in a match, where a title tells what people tend to do."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="habits")
    habit = models.SlugField(max_length=SLUG_LENGTH, db_index=False)
    choice = models.CharField(max_length=CHOICE_LENGTH)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "habit"], name="one_choice_a_habit")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.habit}: {self.choice}"
