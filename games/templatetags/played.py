"""What people have played, for pages that know nothing of matches."""

from typing import Any

from django import template

from games.presenters.profile import Profile

register = template.Library()


@register.simple_tag
def played_by(person: Any, viewer: Any) -> Profile:
    """What stands on a person's page, as far as the viewer may see it."""
    return Profile(person, viewer)
