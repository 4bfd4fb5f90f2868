"""People in templates: fields of their forms, their devices, the reminder to verify."""

from typing import Any

from django import template
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.forms import BoundField

from accounts.models import User
from accounts.services.emails import unverified_email
from accounts.services.sessions import device_name

register = template.Library()
register.filter("device_name", device_name)


@register.filter
def unprompted(field: BoundField) -> BoundField:
    """A field without the words inside the box: its label stands above it already."""
    field.field.widget.attrs.pop("placeholder", None)
    return field


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
