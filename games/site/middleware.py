"""What no request may do: send more than is asked for, or write more often than people can."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from urllib.parse import unquote

from allauth.core.internal.ratelimit import get_ip
from django.conf import settings
from django.contrib.auth.middleware import get_user
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext_noop as _

from games.matches.decorators import refuse
from games.matches.refusals import BadBody, TooLarge, TooMany, WrongMethod

logger = logging.getLogger(__name__)
READS = ("GET", "HEAD", "OPTIONS")
OF_PAGES = (*READS, "POST")
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
        if length is None and request.method not in READS:
            length = _read(request, limit)
        if length is not None and length > limit:
            return refuse(request, TooLarge(_("That is more than this house reads at once.")))
        return self.get_response(request)


class PageMethods:
    """Pages are asked with what a browser's forms know; other methods are the JSON door's.

    Views of packages take `PUT` for a form, or anything for a look.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method in OF_PAGES or request.path.startswith("/api/"):
            return self.get_response(request)
        refused = refuse(request, WrongMethod(_("This address is not used that way.")))
        refused["Allow"] = ", ".join(OF_PAGES)
        return refused


class NoNulls:
    """Refuses the one character that PostgreSQL keeps in no text; nobody can type it."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # The JSON door takes no forms: left unread, they are refused there as what they are.
        form = QueryDict() if request.path.startswith("/api/") else request.POST
        written = (value for _name, values in form.lists() for value in values)
        asked = request.path + unquote(request.META.get("QUERY_STRING", ""))
        if "\0" in asked or any("\0" in value for value in written):
            return refuse(request, BadBody(_("There is a character in this that is none.")))
        return self.get_response(request)


class WriteLimit:
    """Refuses more writes a minute than anybody makes by hand, to any address of the house.

    Counted by account, so that nobody uses up another's share; strangers and programs with a
    token by network address (of IPv6 its network: one line has endless addresses). Where the
    cache is down nobody is held up.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method not in READS and self._too_many(request):
            refused = refuse(request, TooMany(_("Slowly: wait a moment, then try again.")))
            refused["Retry-After"] = "60"
            return refused
        return self.get_response(request)

    def _too_many(self, request: HttpRequest) -> bool:
        # Everything after this knows who it is, and need not ask for it at every look.
        user = request.user = get_user(request)
        whose = f"user:{user.pk}" if user.is_authenticated else self._address(request)
        key = f"writes:{int(time.time() // 60)}:{whose}"
        try:
            cache.add(key, 0, timeout=120)
            return bool(cache.incr(key) > settings.WRITES_A_MINUTE)
        except Exception:
            logger.warning("The cache counts no writes.", exc_info=True)
            return False

    def _address(self, request: HttpRequest) -> str:
        return str(get_ip(request)).replace(" ", "")


def _read(request: HttpRequest, limit: int) -> int:
    """Read a body that comes in chunks, of no stated length, but not beyond the limit."""
    body = request.read(limit + 1)
    request._body = body
    request.META["CONTENT_LENGTH"] = str(len(body))
    return len(body)
