"""Reserves the names of games and bots, so that no user has one of them."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.utils import translation

from accounts.services import reserved_names
from games.titles.registry import all_games, bot_names, slugs


@reserved_names.sources.register
def names_of_games_and_bots() -> Iterator[str]:
    """Yield every game in every language of the site, its slug, and the names of bots."""
    yield from slugs()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            yield from [game.name for game in all_games()]
    yield from bot_names()
