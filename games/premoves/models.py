"""What players decided on before they are asked."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class OnlyMoves(models.Model):
    """The wish of a user that a question with only one legal move is answered for them."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("only moves by themselves")
        verbose_name_plural = _("only moves by themselves")

    def __str__(self) -> str:
        return f"only moves of {self.user_id}"
