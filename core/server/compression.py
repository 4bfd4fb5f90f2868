"""Compression of pages, except where it could reveal their secrets (BREACH)."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from core.server.public_pages import is_public

OWN_STEPS = ("same-origin", "none")
"""`Sec-Fetch-Site` of a request made by one of our pages, or directly by the user."""


class CompressedPages(GZipMiddleware):
    """Middleware that compresses whole pages; never moves or answers to programs.

    An attacker who sees the length of answers, and can repeatedly get text of their own into them,
    can work out secrets in the same answer, such as the key of an invitation (BREACH). So a page is
    sent uncompressed if another site requested it, or if the browser does not say who did. Django
    adds a random length to each compressed page (docs/decisions/0033-lean-pages.md).
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        whole = request.method == "GET" and "HX-Request" not in request.headers
        ours = request.headers.get("Sec-Fetch-Site") in OWN_STEPS
        kind = response.headers.get("Content-Type", "")
        if is_public(request):
            # Every visitor gets the same page: it contains no secret.
            suits = kind.startswith(("text/html", "image/svg+xml"))
        else:
            suits = ours and kind.startswith("text/html")
        if whole and suits:
            return super().process_response(request, response)
        return response
