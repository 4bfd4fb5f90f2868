"""The parts of a match that a viewer can jump to: a round, a battle, a turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise

from games.boards.lines import Facts, Names


@dataclass(frozen=True)
class Chapter:
    """What begins with an effect. `within` marks a part of the previous whole chapter."""

    title: str
    within: bool = False


ChapterWriter = Callable[[Facts, Names], Chapter]


def words_of(facts: Facts, names: Names) -> Facts:
    """Return the facts, with the name of their player."""
    return {**facts, "name": names[facts["seat"]]} if "seat" in facts else facts


@dataclass(frozen=True)
class PlainChapter:
    """Writes a chapter whose title is a sentence with the facts of an effect."""

    title: str | Promise
    """Lazily translated; names in braces are replaced by the words."""
    within: bool = False
    words: Callable[[Facts, Names], Facts] = words_of

    def __call__(self, facts: Facts, names: Names) -> Chapter:
        return Chapter(str(self.title).format(**self.words(facts, names)), self.within)
