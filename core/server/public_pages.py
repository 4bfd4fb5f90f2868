"""Pages that other sites embed: the same for every visitor, so cookies are ignored."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

PUBLIC = "/embed/"
PUBLIC_SOCKETS = f"/ws{PUBLIC}"


def is_public(request: HttpRequest) -> bool:
    return request.path.startswith(PUBLIC)


class WithoutCookies:
    """Middleware that removes cookies from requests for public pages, and from their responses.

    It comes before all middleware that reads cookies, so that no view can depend on them.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not is_public(request):
            return self.get_response(request)
        request.META.pop("HTTP_COOKIE", None)
        response = self.get_response(request)
        response.cookies.clear()
        return response
