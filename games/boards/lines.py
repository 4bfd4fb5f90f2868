"""A line of the log, as a game's board words it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import cached_property
from django.utils.safestring import SafeString

from fastpath.template_compiler import render


@dataclass(frozen=True)
class Line:
    """One line of the log. `seat` colours it; `strong` marks what everyone should notice.

    `undone`: it was taken back since. `link` leads to where more is told of it: a place in the
    replay of its step.
    """

    text: str
    seat: int | None = None
    emblem: str = ""
    strong: bool = False
    undone: bool = False
    link: str = ""

    @cached_property
    def drawn(self) -> SafeString:
        """As it stands in a log, but for the newest: forty are shown at every move."""
        return render("boards/_line.html", {"line": self, "newest": False})
