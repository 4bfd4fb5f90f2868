"""The lobby as data: its tables, and the choices for a new table."""

from __future__ import annotations

from games.engine.contract import Json
from games.lobby.presenters.lobby import OpenTable
from games.lobby.services.tickets import CLOCKS_TO_SEEK
from games.matches.presenters.clocks import agreed
from games.matches.presenters.options import listed_options
from games.matches.services.clocks import CLOCKS, Clock
from games.titles.registry import bot_levels, characters_of, titles


def describe_table(table: OpenTable) -> Json:
    """Return a match in a list, as JSON for the viewer of the list."""
    match, challenge, terms = table.match, table.challenge, table.terms
    return {
        "match": match.id,
        "game": match.game,
        "status": match.status,
        "seats": match.seats,
        "free": table.free,
        **listed_options(match),
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
        "bots_welcome": terms.bots_welcome,
        "analysis": terms.analysis,
        "least": terms.least,
        "most": terms.most,
        "mine": table.mine,
        "my_turn": table.my_turn,
        "why_not": table.why_not or None,
        "challenge": None
        if challenge is None
        else {
            "until": challenge.expires_at,
            "fill": challenge.fill,
            "order": challenge.order,
            "watched": challenge.watched,
            "both_sides": challenge.both_sides,
        },
    }


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
