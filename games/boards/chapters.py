"""Where a match falls into parts, so that one can jump to them: a round, a battle, a turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.boards.lines import Facts, Names


@dataclass(frozen=True)
class Chapter:
    """What begins with a happening. `within`: it is part of the last chapter that is not."""

    title: str
    within: bool = False


ChapterWriter = Callable[[Facts, Names], Chapter]


def words_of(facts: Facts, names: Names) -> Mapping[str, Any]:
    """The facts, and whose chapter it is."""
    return {**facts, "name": names[facts["seat"]]} if "seat" in facts else facts


@dataclass(frozen=True)
class PlainChapter:
    """Writes a chapter whose title is one sentence, filled with a happening's facts in words."""

    title: Any
    """Lazily translated; what it names in braces is among the words."""
    within: bool = False
    words: Callable[[Facts, Names], Mapping[str, Any]] = words_of

    def __call__(self, facts: Facts, names: Names) -> Chapter:
        return Chapter(str(self.title).format(**self.words(facts, names)), self.within)
