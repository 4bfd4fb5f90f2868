"""The chapters of a match of Condottiere: its rounds, and the battles of each."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from games.boards.chapters import ChapterWriter, PlainChapter
from games.boards.lines import Facts, Names
from games.titles.condottiere.board import map as art


def _city(facts: Facts, _names: Names) -> dict[str, str]:
    return {"city": art.NAMES[facts["city"]]}


CHAPTERS: dict[str, ChapterWriter] = {
    "dealt": PlainChapter(gettext_lazy("A new round")),
    "chosen": PlainChapter(gettext_lazy("The battle for {city}"), within=True, words=_city),
    "final": PlainChapter(gettext_lazy("The final battle")),
}
