"""Where a match of Babel falls into parts: turn by turn, and the end phase."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from games.boards.chapters import ChapterWriter, PlainChapter

CHAPTERS: dict[str, ChapterWriter] = {
    "turn": PlainChapter(gettext_lazy("{name} is on turn"), within=True),
    "end-phase": PlainChapter(gettext_lazy("The end phase")),
}
