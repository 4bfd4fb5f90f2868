"""One row of a ladder."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.boards.words import level_name
from games.ladders.models import Rating, SeasonRating
from games.rating import PROVISIONAL


@dataclass(frozen=True)
class Row:
    """Somebody in a ladder. No place: provisional, or long not seen."""

    place: int | None
    name: str
    username: str
    bot: str
    rating: int
    change: int
    matches: int
    wins: int
    career: int
    at: datetime
    mine: bool
    listed: bool
    key: int

    @property
    def cursor(self) -> str:
        """Where it stands: its rating, and its number, which orders equal ones."""
        return f"{self.rating}.{self.key}"

    @property
    def win_rate(self) -> int:
        """Of a hundred matches, how many were won; shared first places are wins."""
        return (200 * self.wins + self.matches) // (2 * self.matches)

    @property
    def provisional(self) -> bool:
        return self.career < PROVISIONAL

    @property
    def missing(self) -> int:
        """How many rated matches there are to go until the rating is no longer provisional."""
        return max(0, PROVISIONAL - self.career)

    @property
    def moved(self) -> str:
        """The last change with its sign."""
        if self.change == 0:
            return "±0"
        return f"+{self.change}" if self.change > 0 else f"−{-self.change}"

    def state(self) -> dict[str, Any]:
        """The same as JSON."""
        return {
            "place": self.place,
            "name": self.name,
            "username": self.username or None,
            "bot": self.bot or None,
            "rating": self.rating,
            "matches": self.matches,
            "wins": self.wins,
            "win_rate": self.win_rate,
            "last_change": self.change,
            "last_match": self.at,
            "provisional": self.provisional,
            "active": self.listed,
        }


def row_of(
    tally: Rating | SeasonRating, place: int | None, viewer: Any, *, listed: bool = True
) -> Row:
    """A row for a visitor; `listed` is whether the list has it."""
    rating = tally if isinstance(tally, Rating) else tally.rating
    user = rating.user
    assert tally.at is not None
    return Row(
        place=place,
        name=level_name(rating.bot) if user is None else user.name,
        username="" if user is None else user.username,
        bot=rating.bot,
        rating=tally.value,
        change=tally.change,
        matches=tally.matches,
        wins=tally.wins,
        career=tally.career,
        at=tally.at,
        mine=user is not None and user.pk == viewer.pk,
        listed=listed,
        key=tally.pk,
    )
