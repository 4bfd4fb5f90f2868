"""A line of the log, and how a happening becomes one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Facts = Mapping[str, Any]
"""The facts of a happening."""
Names = Sequence[str]
"""The names of the players by seat."""


@dataclass(frozen=True)
class Line:
    """One line of the log. `seat` colours it; `strong` marks what everyone should notice.

    `undone`: it was taken back since. `link` leads to where more is shown of it: a place in the
    replay of its step. `step`, in a replay alone, leads to the step itself. `key` is what it is
    called on the page: with it the line stays the same element while older ones go.
    """

    text: str
    seat: int | None = None
    emblem: str = ""
    strong: bool = False
    undone: bool = False
    link: str = ""
    step: str = ""
    key: str = ""


LineWriter = Callable[[Facts, Names], Line]


@dataclass(frozen=True)
class PlainLine:
    """Writes a line that is one sentence, filled with the facts of a happening in words."""

    words: Callable[[Facts, Names], Mapping[str, Any]]
    """Turns the facts and the players' names into what the sentence names in braces."""
    text: Any
    """Lazily translated; an `ngettext_lazy` counts by one of the words."""
    emblem: str = ""
    """May name a fact in braces: “{card}”."""
    strong: bool = False
    seat: str = "seat"
    """The fact that holds the seat of the line; without it the line is nobody's."""
    link: str = ""

    def __call__(self, facts: Facts, names: Names) -> Line:
        words = self.words(facts, names)
        return Line(
            (self.text % words).format(**words),
            facts.get(self.seat),
            self.emblem.format(**facts),
            self.strong,
            link=self.link,
        )
