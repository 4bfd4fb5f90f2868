"""The choices for a new table, as data."""

from __future__ import annotations

from games.engine.contract import Json
from games.lobby.services.tickets import CLOCKS_TO_SEEK
from games.matches.services.clocks import CLOCKS, Clock
from games.titles.registry import bot_levels, characters_of, titles


def describe_sites_games() -> Json:
    """Return the games and clocks that a table can be opened with."""
    games = [
        {
            "game": title.slug,
            "name": title.game.name,
            "rules": title.game.rules,
            "seats": list(title.game.seats),
            "options": [
                {
                    "name": option.name,
                    "values": [] if option.read else list(option.values),
                    "ratable": option.ratable,
                }
                for option in title.game.options
            ],
            "bots": list(bot_levels(title.slug)),
            "characters": {
                level: characters_of(title.slug, level) for level in bot_levels(title.slug)
            },
        }
        for title in titles()
    ]
    clocks = [_clock(name, clock) for name, clock in CLOCKS.items()]
    return {"games": games, "clocks": clocks}


def _clock(name: str, clock: Clock) -> Json:
    times = {part: getattr(clock, part) for part in ("pace", "bank", "increment", "cap")}
    return {
        "name": name,
        "clock": times if clock.pace else None,
        "sought": name in CLOCKS_TO_SEEK,
    }
