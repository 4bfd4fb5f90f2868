"""The announcements on every page."""

from typing import Any

from django import template
from django.template.loader import render_to_string

from games.administration.presenters import announcements_for

register = template.Library()


@register.simple_tag(takes_context=True)
def announcements(context: dict[str, Any]) -> str:
    """What the reader has not closed; nothing where nothing is announced."""
    request: Any = context.get("request")
    shown = announcements_for(request) if request is not None else []
    if not shown:
        return ""
    path = request.get_full_path() if request.method in ("GET", "HEAD") else "/"
    token = str(context.get("csrf_token", ""))
    known = {"announcements": shown, "path": path, "csrf_token": token}
    return render_to_string("administration/_announcements.html", known)
