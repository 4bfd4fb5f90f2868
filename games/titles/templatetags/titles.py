"""Template tags about games that every page needs."""

from typing import Any

from django import template

from games.boards.words import bot_words as words_of_bot
from games.titles.registry import character_words, styles_of_titles

register = template.Library()


@register.inclusion_tag("boards/_title_styles.html")
def title_styles(game: str = "") -> dict[str, list[str]]:
    """Link the style sheets with the colours of each game, or of this one alone."""
    return {"sheets": [sheet for slug, sheet in styles_of_titles() if game in ("", slug)]}


@register.filter
def bot_words(player: Any, game: str) -> str:
    """Return a bot's level, and its character unless that was left to chance."""
    named = player.named_character
    return words_of_bot(player.bot, str(character_words(game, named).name) if named else "")
