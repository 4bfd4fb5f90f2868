"""Log lines and how effects become log lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Facts = Mapping[str, Any]
"""The facts of an effect."""
Names = Sequence[str]
"""The names of the players by seat."""


@dataclass(frozen=True)
class Line:
    """One line of the log.

    `seat` sets its colour, and `strong` marks what every reader should notice. `undone` means that
    the move was taken back later. `link` leads to more about it in the replay of its step. `step`,
    only in a replay, leads to the step itself. `key` identifies the line on the page, so that its
    element stays the same when older lines go. `days` is HTML that follows the text in brackets:
    the days of a vacation, which each page shows in its reader's time zone.
    """

    text: str
    seat: int | None = None
    emblem: str = ""
    strong: bool = False
    undone: bool = False
    link: str = ""
    step: str = ""
    key: str = ""
    days: str = ""


LineWriter = Callable[[Facts, Names], Line]


@dataclass(frozen=True)
class PlainLine:
    """Writes a line that is a sentence with the facts of an effect."""

    words: Callable[[Facts, Names], Mapping[str, Any]]
    """Turns the facts and the players' names into the words of the sentence."""
    text: Any
    """Lazily translated; an `ngettext_lazy` counts by one of the words."""
    emblem: str = ""
    """May contain a fact in braces: “{card}”."""
    strong: bool = False
    seat: str = "seat"
    """The fact with the seat of the line; without it the line has no seat."""
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
