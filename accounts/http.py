"""Request types by sender, and the cookies for language and device."""

from __future__ import annotations

from dataclasses import dataclass

from allauth.core.internal.ratelimit import get_ip
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, QueryDict

from accounts.models import User
from accounts.services.devices import new_device, note_use
from core.languages.local_time import ZONE_COOKIE

DEVICE_COOKIE = "device"
DEVICE_COOKIE_AGE = 60 * 60 * 24 * 400
"""Seconds; browsers keep no cookie longer."""
Visitor = User | AnonymousUser
"""The sender of a request, signed in or not."""


@dataclass(frozen=True)
class RefusedForm:
    """A refused form, for the page that shows it again: its address, its fields, and the reason."""

    path: str
    fields: QueryDict
    code: str
    reason: str


class PersonRequest(HttpRequest):
    """The request of a view behind `login_required` or `for_moderators`; for type checks only."""

    user: User
    refused: RefusedForm


def typed_text(request: HttpRequest) -> str:
    """Return the text of a form that is refused, so that its user can copy it; "" for none."""
    try:
        form = request.POST
    except (BadRequest, SuspiciousOperation, OSError):
        return ""  # The body itself was refused.
    # Only in a sanction, which has a kind, `reason` is a text.
    names = ("reason",) if "kind" in form else ("answer", "why", "note", "text", "verdict", "who")
    return next((form[name] for name in names if form.get(name)), "")


def pk_of(visitor: Visitor) -> int:
    """Return the account's primary key, or 0, which no account has, for an anonymous visitor."""
    return visitor.pk or 0


def set_language_cookie(response: HttpResponse, code: str) -> None:
    """Set the language of later pages; an empty code leaves it to the browser's settings."""
    if not code:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, samesite="Lax")
        return
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )


def set_zone_cookie(response: HttpResponse, zone: str) -> None:
    """Set the time zone of later pages; an empty name leaves it to the browser."""
    if not zone:
        response.delete_cookie(ZONE_COOKIE, samesite="Lax")
        return
    response.set_cookie(
        ZONE_COOKIE,
        zone,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def note_device(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Record that the user signs in or up in this browser, and set its device cookie.

    A cookie with a bad signature is ignored: the browser gets a new id.
    """
    device = request.get_signed_cookie(DEVICE_COOKIE, default=None, salt=DEVICE_COOKIE)
    device = device or new_device()
    note_use(user, device, str(get_ip(request)))
    response.set_signed_cookie(
        DEVICE_COOKIE,
        device,
        salt=DEVICE_COOKIE,
        max_age=DEVICE_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
