"""The language somebody reads, kept in the cookie that Django's middleware asks."""

from django.conf import settings
from django.http import HttpResponse


def remember_language(response: HttpResponse, code: str) -> None:
    """Set the language from the next page on; none leaves it to the browser's own wish."""
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
