"""What every page needs of the games."""

from django import template

from games.titles.registry import styles_of_titles

register = template.Library()


@register.simple_tag
def title_styles() -> tuple[str, ...]:
    """The style sheets with the colours of each game, for every page: it may be named there."""
    return styles_of_titles()
