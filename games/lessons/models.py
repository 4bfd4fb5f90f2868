"""How far somebody is in a lesson."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class LessonProgress(models.Model):
    """What somebody did in a lesson since they last began it.

    The table they see is played anew from it, so that it is only as good as the lesson is the
    same: where it does not lead through a newer one, that is begun again.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="lessons"
    )
    game = models.SlugField(max_length=20)
    lesson = models.SlugField(max_length=40)
    # A move for each step that is done, or null where there was only something to read.
    done = models.JSONField(default=list)
    # How many of the others' moves after the last of them have been shown.
    shown = models.PositiveSmallIntegerField(default=0)
    # Stays when the lesson is begun once more.
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
