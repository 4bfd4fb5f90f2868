"""Template tags about games that every page needs."""

from typing import Any

from django import template

from games.boards.words import bot_words as words_of_bot
from games.titles.registry import character_words, styles_of_titles

register = template.Library()


@register.simple_tag
def title_styles() -> tuple[str, ...]:
    """Return the style sheets with the colours of each game, for every page."""
    return styles_of_titles()


@register.filter
def bot_words(player: Any, game: str) -> str:
    """Return a bot's level, and its character unless that was left to chance."""
    named = player.named_character
    return words_of_bot(player.bot, str(character_words(game, named).name) if named else "")
