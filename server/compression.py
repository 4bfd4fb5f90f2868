"""Pages are compressed where nobody else can have chosen what stands in them beside secrets."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from server.public_pages import is_public

OWN_STEPS = ("same-origin", "none")
"""What browsers say of a page that was asked for from a page of ours, or by the person alone."""


class CompressedPages(GZipMiddleware):
    """Middleware: whole pages a person asks for are compressed; moves and programs' answers never.

    Whoever sees how long an answer is, and has text of their own put into it again and again, can
    find out by the length what else stands there, such as the key of an invitation (BREACH). So a
    page that another site asked for is sent as it is, and so is whatever browsers do not vouch for;
    Django adds a length by chance to each of the others (docs/decisions/0033-lean-pages.md).
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        whole = request.method == "GET" and "HX-Request" not in request.headers
        ours = request.headers.get("Sec-Fetch-Site") in OWN_STEPS
        kind = response.headers.get("Content-Type", "")
        if is_public(request):
            # The same for everybody: there is no secret to find out.
            suits = kind.startswith(("text/html", "image/svg+xml"))
        else:
            suits = ours and kind.startswith("text/html")
        if whole and suits:
            return super().process_response(request, response)
        return response
