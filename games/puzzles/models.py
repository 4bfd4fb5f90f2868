"""The users' answers to puzzles, and the ratings of users and puzzles."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.rating import START

USER = settings.AUTH_USER_MODEL


class PuzzleAttempt(models.Model):
    """A user's answer to a puzzle: the first one counts; later ones only replace `move`."""

    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="puzzle_attempts")
    game = models.SlugField(max_length=20)
    puzzle = models.SlugField(max_length=20)
    # Whether the first answer was right.
    solved = models.BooleanField()
    # The newest answer, in the form of a record; null while the user tries again.
    move = models.JSONField(null=True)
    # The solver's rating after the first answer, and its change; null if it was not rated.
    rating = models.IntegerField(null=True)
    change = models.IntegerField(null=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("answer to a puzzle")
        verbose_name_plural = _("answers to puzzles")
        constraints = [
            models.UniqueConstraint(fields=["user", "game", "puzzle"], name="answered_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game}/{self.puzzle}"


class Storm(models.Model):
    """A user's run through a game's puzzles against time, from its start on."""

    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="puzzle_storms")
    game = models.SlugField(max_length=20)
    # The answers in order: “+” for a right one, “-” for a mistake.
    answers = models.CharField(max_length=64, blank=True)
    solved = models.PositiveSmallIntegerField(default=0)
    started_at = models.DateTimeField(default=timezone.now)
    # When it ended before its time was over; null otherwise.
    ended_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("storm of puzzles")
        verbose_name_plural = _("storms of puzzles")
        indexes = [models.Index(fields=["game", "started_at"], name="storms_of_a_day")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game} {self.answers}"


class Solver(models.Model):
    """A user's rating as a solver of a game's puzzles."""

    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="puzzle_ratings")
    game = models.SlugField(max_length=20)
    rating = models.IntegerField(default=START)
    tried = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("rating of a solver")
        verbose_name_plural = _("ratings of solvers")
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="solver_once")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game} {self.rating}"


class PuzzleRating(models.Model):
    """The rating of a puzzle; a puzzle that no user has tried has no row."""

    game = models.SlugField(max_length=20)
    puzzle = models.SlugField(max_length=20)
    rating = models.IntegerField()
    tried = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("rating of a puzzle")
        verbose_name_plural = _("ratings of puzzles")
        constraints = [models.UniqueConstraint(fields=["game", "puzzle"], name="puzzle_once")]

    def __str__(self) -> str:
        return f"{self.game}/{self.puzzle} {self.rating}"


class PuzzleNetwork(models.Model):
    """A network from which a puzzle was answered, as a keyed hash of its address."""

    game = models.SlugField(max_length=20, db_index=False)
    puzzle = models.SlugField(max_length=20, db_index=False)
    network = models.CharField(max_length=32)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("network of an answer")
        verbose_name_plural = _("networks of answers")
        constraints = [
            models.UniqueConstraint(
                fields=["game", "puzzle", "network"], name="answered_once_a_network"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game}/{self.puzzle} {self.network}"
