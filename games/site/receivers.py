"""Reserves the names of games and bots: nobody at a table is called like one."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.utils import translation

from accounts.services import reserved_names
from games.titles.registry import all_games, bot_names


def names_of_games_and_bots() -> Iterator[str]:
    """Every game in every language of the site, with its slug, and what bots are called."""
    for game in all_games():
        yield game.slug
        for language, _name in settings.LANGUAGES:
            with translation.override(language):
                yield str(game.name)
    yield from bot_names()


reserved_names.sources.append(names_of_games_and_bots)
