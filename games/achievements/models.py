"""The achievements of users in finished matches, their habits, and the facts they search by.

All of it comes from replaying the matches' events, so that it can be deleted and computed again
(`manage.py award_achievements --all`).
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.matches.models import Match, Player

SLUG_LENGTH = 30
CHOICE_LENGTH = 40
MARK_LENGTH = 16
USER = settings.AUTH_USER_MODEL


class Assessment(models.Model):
    """Whether a finished match was assessed, and for what.

    The transaction that ends a match creates a row for the worker. Matches that ended before this
    table existed have no row until `award_achievements` has assessed them.
    """

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="assessment"
    )
    # A hash of what was looked for (`assessments.mark_of`); empty while the match waits.
    mark = models.CharField(max_length=MARK_LENGTH, blank=True)

    class Meta:
        indexes = [models.Index(fields=["mark"], name="matches_to_assess", condition=Q(mark=""))]

    def __str__(self) -> str:
        return f"{self.match_id} {self.mark or 'waits'}"


class Earned(models.Model):
    """An achievement that a user earned in a match: one row for each match.

    So the first match is known in whatever order matches are assessed, and if it is annulled the
    next one takes its place.
    """

    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="achievements")
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
    """A player's choice in a match, for a habit that the title defines."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="habits")
    habit = models.SlugField(max_length=SLUG_LENGTH, db_index=False)
    choice = models.CharField(max_length=CHOICE_LENGTH)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "habit"], name="one_choice_a_habit")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.habit}: {self.choice}"


class MatchFact(models.Model):
    """Something that a player did in a finished match, by which the match is found."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="facts", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="facts")
    fact = models.SlugField(max_length=SLUG_LENGTH, db_index=False)
    value = models.CharField(max_length=CHOICE_LENGTH)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match", "fact", "value", "player"], name="one_fact_of_a_player"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.fact}: {self.value}"
