"""What a page stays with longer than with a card: a great moment, and its words in large."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from games.boards.lines import Facts, LineWriter, Names
from games.engine.contract import Happening

MOST_LINES = 6
"""More than that nobody reads while it stands there; the log has the rest."""


@dataclass(frozen=True)
class Banner:
    """Who did what, and why, in words and numbers. `seat` colours it."""

    title: str
    lines: tuple[str, ...] = ()
    seat: int | None = None
    emblem: str = ""


BannerWriter = Callable[[Facts, Names, int | None], Banner]
"""The facts of a happening, the players by seat, and through whose eyes the table is seen."""


@dataclass(frozen=True)
class LineBanner:
    """A banner that says what the log says."""

    writer: LineWriter

    def __call__(self, facts: Facts, names: Names, _you: int | None) -> Banner:
        line = self.writer(facts, names)
        return Banner(line.text, (), line.seat, line.emblem)


def line_banners(writers: Mapping[str, LineWriter], *kinds: str) -> dict[str, BannerWriter]:
    """Banners that say what the log says, for these kinds of happenings."""
    return {kind: LineBanner(writers[kind]) for kind in kinds}


def banner_of(
    happenings: Iterable[Happening],
    writers: Mapping[str, BannerWriter],
    names: Names,
    you: int | None,
) -> Banner | None:
    """The banner of one step: its first great moment in large, those it led to a line each."""
    found = [
        writers[happening.kind](happening.facts, names, you)
        for happening in happenings
        if happening.kind in writers
    ]
    if not found:
        return None
    first, *others = found
    lines = (*first.lines, *(line for more in others for line in (more.title, *more.lines)))
    return replace(first, lines=lines[:MOST_LINES])
