"""The bell in the header of every page, and the link to the next table."""

from __future__ import annotations

from django import template
from django.template import Context

from accounts.models import User
from games.matches.services.turns import Waiting, waiting_matches
from games.notifications.presenters import next_of, render_bell

register = template.Library()


@register.simple_tag(takes_context=True)
def bell(context: Context, but: str | None = None) -> str:
    """Render the bell with the number of waiting tables; nothing for strangers."""
    user = _reader(context)
    return "" if user is None else render_bell(user, but, waiting=_waiting(context, user, but))


@register.inclusion_tag("notifications/_next_table.html", takes_context=True)
def next_table_link(context: Context, match_id: str) -> dict[str, object]:
    """Render the link from a match to the next table that waits for the reader."""
    user = _reader(context)
    return {"next": None if user is None else next_of(_waiting(context, user, match_id))}


def _reader(context: Context) -> User | None:
    user = getattr(context.get("request"), "user", None)
    return user if user is not None and user.is_authenticated else None


def _waiting(context: Context, user: User, but: str | None) -> list[Waiting]:
    """Return the tables that wait for the reader, read once a page."""
    known: dict[str | None, list[Waiting]] = vars(context["request"]).setdefault("waiting", {})
    if but not in known:
        known[but] = waiting_matches(user.pk, but=but)
    return known[but]
