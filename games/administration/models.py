"""Announcements to all visitors of the site."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

TEXT_LENGTH = 300


class Announcement(models.Model):
    """A line on every page until its end. The audit log has its author."""

    class Tone(models.TextChoices):
        INFO = "info", _("News")
        WARN = "warn", _("Warning")

    text = models.CharField(max_length=TEXT_LENGTH)
    # The text in other languages, by their codes; readers of the rest get `text`.
    translations = models.JSONField(default=dict)
    tone = models.CharField(max_length=4, choices=Tone.choices, default=Tone.INFO)
    starts_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering: ClassVar = ["-starts_at", "-pk"]

    def __str__(self) -> str:
        return self.text

    @property
    def is_current(self) -> bool:
        return self.starts_at <= timezone.now() < self.ends_at

    def text_in(self, language: str) -> str:
        """Return the text for a reader of this language."""
        return str(self.translations.get(language) or self.text)
