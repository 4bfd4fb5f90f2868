"""What people have played, for pages that know nothing of matches."""

from typing import Any

from django import template

from games.presenters.history import Past, past_of

register = template.Library()


@register.simple_tag
def played_by(person: Any, viewer: Any) -> Past:
    """The finished matches of a person, as far as the viewer may see them."""
    return past_of(person, viewer)
