"""The log of a table as HTML, extended from move to move.

After a move only one of the shown steps is new. The HTML of the others is reused for each reader,
because rendering and joining all of them again is slow.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe

from core.fastpath.template_compiler import render
from games.boards.lines import Line
from games.boards.table_view import LOG_STEPS
from games.engine.history import Step, undone_numbers
from games.matches.cache import LruCache
from games.matches.models import Event

CACHED_READERS = 4096
LinesOf = Callable[[int, bool], list[Line]]
"""(index of a step, from 0; whether it was undone later) → its lines."""


@dataclass(frozen=True, slots=True)
class RenderedLog:
    """The log of one reader after a number of steps."""

    count: int = 0
    """The number of steps that were rendered or skipped."""
    pieces: tuple[tuple[int, str], ...] = ()
    """The shown steps: their numbers, and their lines, none marked as the newest."""
    older: str = ""
    """All pieces, joined."""
    last: tuple[str, str] = ("", "")
    """The last line: rendered as an older one, and as the newest."""

    @property
    def html(self) -> SafeString:
        """The log with its last line marked as the newest."""
        last, newest = self.last
        html = self.older.removesuffix(last) + newest if self.older else ""
        return mark_safe(html)  # noqa: S308  (its pieces are templates of ours)

    def after(self, steps: Sequence[Step], lines_of: LinesOf) -> RenderedLog:
        """Return the log after the next of these steps."""
        step, log = steps[self.count], self
        if step.kind == Event.Kind.UNDO:
            log = self._undone(undone_numbers([step]), lines_of)
        lines = lines_of(self.count, False)
        rendered = [render_line(line) for line in lines]
        older, pieces = log.older, log.pieces
        if len(pieces) == LOG_STEPS:
            older, pieces = older[len(pieces[0][1]) :], pieces[1:]
        piece = "".join(rendered)
        last = (rendered[-1], render_line(lines[-1], newest=True)) if lines else log.last
        return RenderedLog(self.count + 1, (*pieces, (step.number, piece)), older + piece, last)

    def _undone(self, undone: set[int], lines_of: LinesOf) -> RenderedLog:
        """Return the log with some steps rendered as undone."""
        first = self.count - len(self.pieces)
        pieces = tuple(
            (number, "".join(map(render_line, lines_of(at, True))) if number in undone else piece)
            for at, (number, piece) in enumerate(self.pieces, start=first)
        )
        return RenderedLog(self.count, pieces, "".join(piece for _, piece in pieces), self.last)

    def goes_before(self, steps: Sequence[Step]) -> bool:
        """Return whether these steps begin with those that were rendered."""
        if not self.pieces:
            return True
        return self.count <= len(steps) and steps[self.count - 1].number == self.pieces[-1][0]


rendered_log_cache: LruCache[Hashable, RenderedLog] = LruCache(CACHED_READERS)
"""The newest log of each reader."""


def render_log(reader: Hashable, steps: Sequence[Step], lines_of: LinesOf) -> SafeString:
    """Return the newest lines of a log as HTML, oldest first; empty before the first event.

    Args:
        reader: A key for everything else that the lines depend on: match, seat, names, language.
        steps: All steps that the reader knows of.
        lines_of: Returns the lines of a step.
    """
    cached = rendered_log_cache.get(reader)
    first = max(len(steps) - LOG_STEPS, 0)
    log = cached
    if log is None or not log.goes_before(steps) or log.count < first:
        log = RenderedLog(first)
    while log.count < len(steps):
        log = log.after(steps, lines_of)
    if cached is None or log.count > cached.count:
        rendered_log_cache.set(reader, log)
    return log.html


def render_lines(lines: Sequence[Line]) -> SafeString:
    """Render lines as the log shows them, with the last one marked as the newest."""
    older = "".join(map(render_line, lines[:-1]))
    return mark_safe(older + "".join(render_line(line, newest=True) for line in lines[-1:]))  # noqa: S308


def render_line(line: Line, newest: bool = False) -> str:
    """Render one line."""
    return render("boards/_line.html", {"line": line, "newest": newest})
