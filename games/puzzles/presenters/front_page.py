"""The puzzle of the day on the front page: each day that of another game."""

from __future__ import annotations

from datetime import UTC

from django.http import HttpRequest
from django.utils import timezone

from games.lobby.front_page import Part, Place
from games.puzzles.library import games_with_puzzles, puzzle_of_the_day


def puzzle_part(request: HttpRequest) -> Part | None:
    """Return the puzzle of today for the front page; None if no game has puzzles."""
    titles, day = list(games_with_puzzles()), timezone.localdate(timezone=UTC)
    if not titles:
        return None
    title = titles[day.toordinal() % len(titles)]
    puzzle = puzzle_of_the_day(title.slug, day)
    return Part(Place.NOW, "puzzles/_front.html", {"game": title.game, "puzzle": puzzle})
