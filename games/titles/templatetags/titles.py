"""What every page needs of the games."""

from typing import Any

from django import template

from games.boards.words import bot_words as words_of_bot
from games.titles.registry import character_words, styles_of_titles

register = template.Library()


@register.simple_tag
def title_styles() -> tuple[str, ...]:
    """The style sheets with the colours of each game, for every page: it may be named there."""
    return styles_of_titles()


@register.filter
def bot_words(player: Any, game: str) -> str:
    """A bot at a table of a game by its level, and its character if that is not left to chance."""
    named = player.named_character
    return words_of_bot(player.bot, str(character_words(game, named).name) if named else "")
