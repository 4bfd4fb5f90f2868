"""How far a user is in a lesson."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

USER = settings.AUTH_USER_MODEL


class LessonProgress(models.Model):
    """A user's moves in a lesson since they last started it.

    The table is replayed from them. Where they do not fit a newer version of the lesson, the user
    starts it again.
    """

    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="lessons")
    game = models.SlugField(max_length=20)
    lesson = models.SlugField(max_length=40)
    # A move for each completed step; null where the step was only text.
    done = models.JSONField(default=list)
    # How many of the other seats' moves after the last of these steps the user has seen.
    shown = models.PositiveSmallIntegerField(default=0)
    # Stays when the lesson is started again.
    finished = models.BooleanField(default=False)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("progress in a lesson")
        verbose_name_plural = _("progress in lessons")
        constraints = [
            models.UniqueConstraint(fields=["user", "game", "lesson"], name="learnt_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game}/{self.lesson}"
