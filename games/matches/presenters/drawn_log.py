"""The log of a table as HTML, carried on from move to move.

Of forty steps one is new after a move. What was drawn of the others for the same reader is taken as
it is: to join forty lines anew took a sixth of drawing a table.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe

from fastpath.template_compiler import render
from games.boards.lines import Line
from games.matches.cache import LruCache
from games.matches.models import Event
from games.matches.services.event_store import Step, undone_numbers

LOG_STEPS = 40
"""As many steps, the newest ones, a log shows."""
CACHED_READERS = 4096
LinesOf = Callable[[int, bool], list[Line]]
"""(index of a step, whether it was undone since) → its lines; the first step has the index 0."""


@dataclass(frozen=True, slots=True)
class DrawnLog:
    """The log of one reader after some of their steps."""

    count: int = 0
    """How many steps the reader knew of."""
    pieces: tuple[tuple[int, str], ...] = ()
    """The steps that it shows: their numbers, and their lines drawn as older ones."""
    older: str = ""
    """All pieces, joined."""
    last: tuple[str, str] = ("", "")
    """The last line that there is, drawn as an older one, and as the newest."""

    @property
    def html(self) -> SafeString:
        """The log with its last line marked as the newest."""
        last, newest = self.last
        html = self.older.removesuffix(last) + newest if self.older else ""
        return mark_safe(html)  # noqa: S308  (its pieces are templates of ours)

    def after(self, steps: Sequence[Step], lines_of: LinesOf) -> DrawnLog:
        """The log after the next of these steps."""
        step, log = steps[self.count], self
        if step.kind == Event.Kind.UNDO:
            log = self._undone(undone_numbers([step]), lines_of)
        lines = lines_of(self.count, False)
        drawn = [draw_line(line) for line in lines]
        older, pieces = log.older, log.pieces
        if len(pieces) == LOG_STEPS:
            older, pieces = older[len(pieces[0][1]) :], pieces[1:]
        piece = "".join(drawn)
        last = (drawn[-1], draw_line(lines[-1], newest=True)) if lines else log.last
        return DrawnLog(self.count + 1, (*pieces, (step.number, piece)), older + piece, last)

    def _undone(self, undone: set[int], lines_of: LinesOf) -> DrawnLog:
        """The same with some steps drawn as undone."""
        first = self.count - len(self.pieces)
        pieces = tuple(
            (number, "".join(map(draw_line, lines_of(index, True))) if number in undone else piece)
            for index, (number, piece) in enumerate(self.pieces, start=first)
        )
        return DrawnLog(self.count, pieces, "".join(piece for _, piece in pieces), self.last)

    def goes_before(self, steps: Sequence[Step]) -> bool:
        """Whether these steps begin with those that were drawn."""
        if not self.pieces:
            return True
        return self.count <= len(steps) and steps[self.count - 1].number == self.pieces[-1][0]


drawn_log_cache: LruCache[Hashable, DrawnLog] = LruCache(CACHED_READERS)
"""The newest log of each reader."""


def draw_log(reader: Hashable, steps: Sequence[Step], lines_of: LinesOf) -> SafeString:
    """The newest lines of a log as HTML, oldest first; empty before anything has happened.

    `reader` stands for all that lines depend on besides the steps: match, seat, names, language.
    """
    cached = drawn_log_cache.get(reader)
    first = max(len(steps) - LOG_STEPS, 0)
    log = cached
    if log is None or not log.goes_before(steps) or log.count < first:
        log = DrawnLog(first)
    while log.count < len(steps):
        log = log.after(steps, lines_of)
    if cached is None or log.count > cached.count:
        drawn_log_cache.set(reader, log)
    return log.html


def draw_lines(lines: Sequence[Line]) -> SafeString:
    """Some lines as the log shows them, the last one as the newest."""
    older = "".join(map(draw_line, lines[:-1]))
    return mark_safe(older + "".join(draw_line(line, newest=True) for line in lines[-1:]))  # noqa: S308


def draw_line(line: Line, newest: bool = False) -> str:
    """One line as HTML."""
    return render("boards/_line.html", {"line": line, "newest": newest})
