"""The chapters of a match of Kharnage: its rounds, and the turns in them."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from games.boards.chapters import ChapterWriter, PlainChapter

CHAPTERS: dict[str, ChapterWriter] = {
    "round": PlainChapter(gettext_lazy("Round {round}")),
    "turn": PlainChapter(gettext_lazy("{name} acts"), within=True),
}
