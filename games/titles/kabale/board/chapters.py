"""The chapters of a match of Kabale und Hiebe: its rounds, and the last award."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from games.boards.chapters import ChapterWriter, PlainChapter

CHAPTERS: dict[str, ChapterWriter] = {
    "goals-opened": PlainChapter(gettext_lazy("Round {round}")),
    "over": PlainChapter(gettext_lazy("The last award")),
}
