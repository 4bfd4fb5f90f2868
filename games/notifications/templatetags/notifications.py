"""The bell in the header of every page."""

from django import template
from django.template import Context

from games.notifications.presenters import next_table, render_bell

register = template.Library()


@register.simple_tag(takes_context=True)
def bell(context: Context, but: str | None = None) -> str:
    """Render the bell with the number of waiting tables; nothing for strangers."""
    user = getattr(context.get("request"), "user", None)
    return render_bell(user, but) if user is not None and user.is_authenticated else ""


@register.inclusion_tag("notifications/_next_table.html", takes_context=True)
def next_table_link(context: Context, match_id: str) -> dict[str, object]:
    """Render the link from a match to the next table that waits for the reader."""
    user = getattr(context.get("request"), "user", None)
    if user is None or not user.is_authenticated:
        return {"next": None}
    return {"next": next_table(user, match_id)}
