"""Where a match of Kabale und Hiebe falls into parts: its rounds, and the award after the last."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from games.boards.chapters import ChapterWriter, PlainChapter

CHAPTERS: dict[str, ChapterWriter] = {
    "goals-opened": PlainChapter(gettext_lazy("Round {round}")),
    "over": PlainChapter(gettext_lazy("The last award")),
}
