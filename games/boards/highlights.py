"""Match highlights that the client displays for longer than a played card, as large banners."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from games.boards.lines import Facts, LineWriter, Names
from games.engine.contract import Effect

MOST_LINES = 6
"""More lines cannot be read while the banner is shown; the log has the rest."""


@dataclass(frozen=True)
class Banner:
    """A large title with details. `seat` sets its colour."""

    title: str
    lines: tuple[str, ...] = ()
    seat: int | None = None
    emblem: str = ""


BannerWriter = Callable[[Facts, Names, int | None], Banner]
"""(facts of an effect, player names by seat, the viewer's seat) → the banner."""


@dataclass(frozen=True)
class LineBanner:
    """A banner with the text of the log line."""

    writer: LineWriter

    def __call__(self, facts: Facts, names: Names, _you: int | None) -> Banner:
        line = self.writer(facts, names)
        return Banner(line.text, (), line.seat, line.emblem)


def line_banners(writers: Mapping[str, LineWriter], *kinds: str) -> dict[str, BannerWriter]:
    """Return banners with the text of the log lines for these kinds of effects."""
    return {kind: LineBanner(writers[kind]) for kind in kinds}


def banner_of(
    effects: Iterable[Effect],
    writers: Mapping[str, BannerWriter],
    names: Names,
    you: int | None,
) -> Banner | None:
    """Return the banner of one step: its first highlight as title, the others as lines."""
    found = [
        writers[effect.kind](effect.facts, names, you)
        for effect in effects
        if effect.kind in writers
    ]
    if not found:
        return None
    first, *others = found
    lines = (*first.lines, *(line for more in others for line in (more.title, *more.lines)))
    return replace(first, lines=lines[:MOST_LINES])
