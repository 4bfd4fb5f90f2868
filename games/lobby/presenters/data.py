"""The lobby as data: its tables, and what a table can be opened with."""

from __future__ import annotations

from typing import Any

from games.engine.contract import Json
from games.lobby.presenters.lobby import OpenTable
from games.lobby.services.tickets import CLOCKS_TO_SEEK
from games.matches.presenters.clocks import agreed
from games.matches.services.clocks import CLOCKS, Clock
from games.titles.registry import bot_levels, characters_of, titles


def describe_table(table: OpenTable) -> Json:
    """A match in a list, for whom the list is."""
    match, terms = table.match, table.challenge
    return {
        "match": match.id,
        "game": match.game,
        "status": match.status,
        "seats": match.seats,
        "free": table.free,
        "options": match.options,
        "players": [
            {
                "name": player.name,
                "username": None if player.user is None else player.user.username,
                "bot": bool(player.bot),
            }
            for player in table.players
        ],
        "host": None if table.host is None or not table.host.user else table.host.user.username,
        "public": match.public,
        "rated": match.rated,
        "clock": agreed(match),
        "bots_welcome": match.bots_welcome,
        "least": match.least,
        "most": match.most,
        "mine": table.mine,
        "my_turn": table.my_turn,
        "why_not": table.why_not or None,
        "challenge": None
        if terms is None
        else {
            "until": terms.expires_at,
            "fill": terms.fill,
            "order": terms.order,
            "watched": terms.watched,
        },
    }


def describe_sites_games() -> Json:
    """What a table can be opened with."""
    games = [
        {
            "game": title.slug,
            "name": title.game.name,
            "rules": title.game.rules,
            "seats": list(title.game.seats),
            "options": [
                {"name": option.name, "values": [] if option.read else list(option.values)}
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


def _clock(name: str, clock: Clock) -> dict[str, Any]:
    times = {part: getattr(clock, part) for part in ("pace", "bank", "increment", "cap")}
    return {
        "name": name,
        "clock": times if clock.pace else None,
        "sought": name in CLOCKS_TO_SEEK,
    }
