"""The chapters of a match of Babel: each turn, and the end phase."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from games.boards.chapters import ChapterWriter, PlainChapter

CHAPTERS: dict[str, ChapterWriter] = {
    "turn": PlainChapter(gettext_lazy("{name}’s turn"), within=True),
    "end-phase": PlainChapter(gettext_lazy("The end phase")),
}
