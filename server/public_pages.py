"""What other sites show of this one: the same for everybody, so nobody's cookies are looked at."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

PUBLIC = "/embed/"
PUBLIC_SOCKETS = f"/ws{PUBLIC}"


def is_public(request: HttpRequest) -> bool:
    return request.path.startswith(PUBLIC)


class WithoutCookies:
    """Middleware: takes the cookies off whoever asks for such a page, and sends none back.

    It stands before everything that would read one, so that no view has to think of it: neither who
    is signed in nor what they chose before changes a byte.
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
