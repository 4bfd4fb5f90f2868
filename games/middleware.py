"""Bodies larger than anything this house asks for are not read."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_noop as _

from games.services.refusals import TooLarge
from games.views.doors import refuse

Answer = Callable[[HttpRequest], HttpResponse]


class BodyLimit:
    """Refuses a body beyond `DATA_UPLOAD_MAX_MEMORY_SIZE`, whatever kind it is of.

    Stands last, before any body is read, so that the refusal is a page like any other. Django
    itself limits forms of a stated length only, and nothing limits what is read as JSON.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        stated = request.META.get("CONTENT_LENGTH") or ""
        length = int(stated) if stated.isdecimal() and len(stated) < 20 else None
        if length is None and request.method not in ("GET", "HEAD", "OPTIONS"):
            length = _read(request, limit)
        if length is not None and length > limit:
            return refuse(request, TooLarge(_("That is more than this house reads at once.")))
        return self.get_response(request)


def _read(request: HttpRequest, limit: int) -> int:
    """Read a body that comes in chunks, of no stated length, but not beyond the limit."""
    body = request.read(limit + 1)
    request._body = body  # type: ignore[attr-defined]
    request.META["CONTENT_LENGTH"] = str(len(body))
    return len(body)
