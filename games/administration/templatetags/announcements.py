"""The announcements on every page."""

from django import template
from django.http import HttpRequest
from django.template.loader import render_to_string

from games.administration.presenters import announcements_for

register = template.Library()


@register.simple_tag(takes_context=True)
def announcements(context: dict[str, object]) -> str:
    """Render the announcements this browser has not closed; "" if there are none."""
    request = context.get("request")
    if not isinstance(request, HttpRequest) or not (shown := announcements_for(request)):
        return ""
    path = request.get_full_path() if request.method in ("GET", "HEAD") else "/"
    token = str(context.get("csrf_token", ""))
    known = {"announcements": shown, "path": path, "csrf_token": token}
    return render_to_string("administration/_announcements.html", known)
