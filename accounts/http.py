"""Types of requests by who sends them, and the cookies of a language and of a browser."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from accounts.services.devices import new_device, note_use

DEVICE_COOKIE = "device"
DEVICE_COOKIE_AGE = 60 * 60 * 24 * 400
"""As long as browsers keep a cookie at most."""
Visitor = User | AnonymousUser
"""Who sends a request, signed in or not."""


class PersonRequest(HttpRequest):
    """The request of a view behind `login_required` or `for_moderators`; only a type."""

    user: User


def pk_of(visitor: Visitor) -> int:
    """The primary key of their account; 0, which no account has, for anonymous visitors."""
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


def note_device(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Note that somebody signs in, or up, in this browser, which keeps its cookie from now on.

    A cookie that is not ours counts for none: the browser gets a new id.
    """
    device = request.get_signed_cookie(DEVICE_COOKIE, default=None, salt=DEVICE_COOKIE)
    device = device or new_device()
    note_use(user, device)
    response.set_signed_cookie(
        DEVICE_COOKIE,
        device,
        salt=DEVICE_COOKIE,
        max_age=DEVICE_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
