"""The bell in the head of every page."""

from django import template
from django.template import Context

from games.notifications.presenters import render_bell

register = template.Library()


@register.simple_tag(takes_context=True)
def bell(context: Context, but: str | None = None) -> str:
    """How many tables wait for the user; nothing for strangers."""
    user = getattr(context.get("request"), "user", None)
    return render_bell(user, but) if user is not None and user.is_authenticated else ""
