"""People in templates: fields of their forms, their devices, the reminder to verify."""

from typing import Any
from urllib.parse import urlsplit

from django import template
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.forms import BoundField
from django.utils.safestring import SafeString

from accounts.models import User
from accounts.presenters import moderation_status_html
from accounts.services.emails import unverified_email
from accounts.services.sessions import device_name

register = template.Library()
register.filter("device_name", device_name)


@register.filter
def unprompted(field: BoundField) -> BoundField:
    """A field without the words inside the box: its label stands above it already."""
    field.field.widget.attrs.pop("placeholder", None)
    return field


@register.simple_tag(takes_context=True)
def standing(context: dict[str, Any]) -> SafeString:
    """What whoever reads the page is told of their standing; nothing for strangers."""
    request = context.get("request")
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return SafeString("")
    token = str(context.get("csrf_token", ""))
    html = moderation_status_html(user, path=_where(request), csrf_token=token)
    return SafeString(html)


def _where(request: Any) -> str:
    """The page somebody is on: where an act was refused, the one it came from."""
    if request.method in ("GET", "HEAD"):
        return str(request.get_full_path())
    return urlsplit(request.headers.get("Referer", "")).path or "/"


@register.simple_tag
def guests_welcome() -> bool:
    """Whether strangers may play as guests."""
    return bool(settings.GUESTS)


@register.inclusion_tag("accounts/_verify_email.html", takes_context=True)
def verify_email_reminder(context: dict[str, Any]) -> dict[str, Any]:
    """One quiet line while the e-mail address is not verified; nothing otherwise."""
    request = context.get("request")
    user: User | AnonymousUser = getattr(request, "user", None) or AnonymousUser()
    email = unverified_email(user) if isinstance(user, User) else ""
    return {"email": email, "csrf_token": context.get("csrf_token")}
