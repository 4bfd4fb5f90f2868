"""The bell in the header of every page."""

from django import template
from django.template import Context

from games.notifications.presenters import render_bell

register = template.Library()


@register.simple_tag(takes_context=True)
def bell(context: Context, but: str | None = None) -> str:
    """Render the bell with the number of waiting tables; nothing for strangers."""
    user = getattr(context.get("request"), "user", None)
    return render_bell(user, but) if user is not None and user.is_authenticated else ""
