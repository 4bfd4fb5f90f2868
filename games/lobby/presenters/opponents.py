"""The choices of “Play bots now”: a game, the number of bots, and their level."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.boards.words import level_description, level_name, sorted_levels
from games.engine.bots import ANY
from games.engine.contract import Game
from games.titles.registry import (
    all_games,
    bot_levels,
    character_words,
    characters_of,
    game_of,
)

USUAL_BOTS, USUAL_LEVEL = 2, "normal"


@dataclass(frozen=True)
class Level:
    """A level of bots, or a character: its value in a form, and its words."""

    value: str
    name: str
    description: str


def levels_of(slugs: Iterable[str], seats: int | None = None) -> list[Level]:
    """Return the levels in these games, weakest first; those offered at a number of seats."""
    known = sorted_levels(level for slug in slugs for level in bot_levels(slug, seats))
    return [Level(level, level_name(level), level_description(level)) for level in known]


def characters_in(slug: str) -> list[Level]:
    """Return the characters of a game's bots, described in the same way as levels."""
    words = [(name, character_words(slug, name)) for name in characters_of(slug)]
    return [Level(name, str(known.name), str(known.description)) for name, known in words]


def character_choices(slug: str) -> list[tuple[str, str]]:
    """Return a form's choices: any character, or one of a game's."""
    return [(ANY, _("a surprise")), *((one.value, one.name) for one in characters_in(slug))]


@dataclass(frozen=True)
class Opponents:
    """A number of bots of one level in a game."""

    game: Game
    count: int
    level: str

    @property
    def value(self) -> str:
        """The value of this choice in a form."""
        return f"{self.game.slug}:{self.count}:{self.level}"

    @property
    def levels(self) -> tuple[str, ...]:
        """The level of each bot."""
        return (self.level,) * self.count

    @property
    def words(self) -> str:
        return _("{n} × {bot}").format(n=self.count, bot=level_name(self.level))

    @property
    def fields(self) -> dict[str, str]:
        """The fields of the table form that this choice fills."""
        seats = {f"seat_{seat}": self.level for seat in range(1, self.count + 1)}
        return {"seats": str(self.count + 1), "public": "yes", **seats}


@dataclass(frozen=True)
class OpponentGroup:
    """All choices of one game; `chosen` is the preselected one, if it belongs to this game."""

    game: Game
    choices: tuple[Opponents, ...]
    chosen: str


def opponents_of(game: Game) -> list[Opponents]:
    """Return every number of bots at every level, weakest first; none if a game has no bots."""
    counts = [seats - 1 for seats in game.seats if seats > 1]
    return [
        Opponents(game, count, level)
        for count in counts
        for level in bot_levels(game.slug, count + 1)
    ]


def opponents_by_value(value: str) -> Opponents | None:
    """Return the choice that a form sent, or None."""
    slug = value.partition(":")[0]
    known = {game.slug: game for game in all_games()}
    found = opponents_of(known[slug]) if slug in known else []
    return next((choice for choice in found if choice.value == value), None)


def opponent_groups(slug: str = "", last: str = "") -> tuple[OpponentGroup, ...]:
    """Return the choices of one game or all; the last one is preselected, else the usual one.

    They are hashable: pages keep their drawn list.
    """
    games = [game_of(slug)] if slug else all_games()
    groups = [(game, tuple(opponents_of(game))) for game in games]
    return tuple(
        OpponentGroup(game, choices, _first(choices, last)) for game, choices in groups if choices
    )


def _first(choices: Sequence[Opponents], last: str) -> str:
    """Return the value of the last choice, or of the usual one.

    That has the usual level, else the strongest, and about the usual number of bots.
    """
    if any(choice.value == last for choice in choices):
        return last
    nearest = min(abs(choice.count - USUAL_BOTS) for choice in choices)
    usual = [choice for choice in choices if abs(choice.count - USUAL_BOTS) == nearest]
    return next((choice for choice in usual if choice.level == USUAL_LEVEL), usual[-1]).value
