"""Headers of every answer that no package sets."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

UNUSED = ("camera", "display-capture", "geolocation", "microphone", "midi", "payment", "usb")
PERMISSIONS = ", ".join(f"{feature}=()" for feature in UNUSED)


class Headers:
    """Nothing of the house is for other sites' pages, nor for caches that others share."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response
