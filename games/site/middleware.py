"""Limits for every request: the host, size of the body, methods, characters, writes and CPU."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from urllib.parse import unquote

from allauth.core.internal.ratelimit import get_ip
from django.conf import settings
from django.contrib.auth.middleware import get_user
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, QueryDict
from django.http.request import split_domain_port
from django.middleware.common import CommonMiddleware
from django.utils import translation
from django.utils.http import escape_leading_slashes
from django.utils.translation import gettext_noop as _

from accounts.bearer import brings_token, token_of
from core.http import MINUTE, add_limit
from core.monitoring.rate_limit import RateLimit, TimeBudgets, count_use, seconds_left
from core.server.socket_limits import address_of_request
from games.matches.decorators import refuse
from games.matches.refusals import BadBody, TooLarge, TooMany, UnknownHost, WrongMethod

logger = logging.getLogger(__name__)
page_seconds = TimeBudgets(30)
"""CPU that pages took for visitors without an account, by network address.

They may use half a minute's seconds at once.
"""
READS = ("GET", "HEAD", "OPTIONS")
OF_PAGES = (*READS, "POST")
HOST_LENGTH = 100


class Middleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response


class SameRequest(HttpResponsePermanentRedirect):
    """A redirect after which the client sends the same method and body."""

    def __init__(self, address: str) -> None:
        super().__init__(address, preserve_request=True)


class WithSlash(CommonMiddleware):
    """Redirects an address without its last slash, and keeps method and body of the request."""

    response_redirect_class = SameRequest

    def get_full_path_with_slash(self, request: HttpRequest) -> str:
        """Return the address; Django refuses it for writes in debug mode, as 301 loses them."""
        return escape_leading_slashes(request.get_full_path(force_append_slash=True))


class KnownHosts(Middleware):
    """Refuses a request for a host that is not in `ALLOWED_HOSTS`, and logs the host.

    It comes before Django's own check, which logs an error: any scanner would alarm the operator.
    """

    lines = RateLimit(burst=5, per_second=1 / 60)
    """Limits the log lines, since any client can cause them."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            request.get_host()
        except DisallowedHost:
            return self._refused(request)
        return self.get_response(request)

    def _refused(self, request: HttpRequest) -> HttpResponse:
        given = request.META.get("HTTP_HOST", "")
        host = (split_domain_port(given)[0] or given)[:HOST_LENGTH]
        if self.lines.allows():
            logger.warning(
                "A request for an unknown host was refused. If the site has this name, add it to"
                " ALLOWED_HOSTS.",
                extra={"facts": {"host": host}},
            )
        words = _("This site doesn’t answer to “{host}”. If you run it, add that to ALLOWED_HOSTS.")
        # The middleware that chooses the language comes later.
        with translation.override(translation.get_language_from_request(request)):
            return refuse(request, UnknownHost(words, host=host), "unknown_host.html")


class BodyLimit(Middleware):
    """Refuses a body of more than `DATA_UPLOAD_MAX_MEMORY_SIZE`, of any content type.

    It runs after the middlewares that a page of refusal needs, and before any body is read. Django
    limits only forms with a stated length.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        stated = request.META.get("CONTENT_LENGTH") or ""
        length = int(stated) if stated.isdecimal() and len(stated) < 20 else None
        if length is None and request.method not in READS:
            length = _read(request, limit)
        if length is not None and length > limit:
            return refuse(request, TooLarge(_("That is more than this site accepts at once.")))
        return self.get_response(request)


class PageMethods(Middleware):
    """Allows pages only the methods that browsers use; all others are for the JSON API.

    Views of third-party packages would accept `PUT` as a form, or any method as `GET`.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method in OF_PAGES or request.path.startswith("/api/"):
            return self.get_response(request)
        refused = refuse(
            request, WrongMethod(_("This page doesn’t accept that request. Go back and try again."))
        )
        refused["Allow"] = ", ".join(OF_PAGES)
        return refused


class NoNulls(Middleware):
    """Refuses the null character, which PostgreSQL cannot store and no keyboard types."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # The JSON API refuses forms by their content type, so they are not read here.
        form = QueryDict() if request.path.startswith("/api/") else request.POST
        values = (value for _name, values in form.lists() for value in values)
        url = request.path + unquote(request.META.get("QUERY_STRING", ""))
        if "\0" in url or any("\0" in value for value in values):
            return refuse(request, BadBody(_("This contains an invalid character.")))
        return self.get_response(request)


class WriteLimit(Middleware):
    """Refuses more writes a minute than a person makes by hand, to any address of the site.

    They are counted by account, and without a session by network address (IPv6 by network, since
    one connection has many addresses). Each token is counted separately, its reads too: a program
    out of control does not block its owner's pages. A minute begins with the first write in it.
    While the cache is down no request is refused. Answers of the API say what is left
    (`RateLimit`, `RateLimit-Policy`). Moves that the event loop answers have a limit of their own
    (games/matches/sockets/moves.py). The refusal is a page that reads nothing, since a client that
    does not stop gets it again and again.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        limit = self._limit_of(request)
        if limit is None:
            return self.get_response(request)
        key, most = limit
        used = count_use(key, MINUTE)
        if used > most:
            response = _slow_down(request, seconds_left(key, MINUTE))
        else:
            response = self.get_response(request)
        if request.path.startswith("/api/"):
            add_limit(response, key.partition(":")[0], most, most - used)
        return response

    def _limit_of(self, request: HttpRequest) -> tuple[str, int] | None:
        """Return what a request is counted as, and how many of it a minute may have, if any."""
        kind, whose, most = "writes", "", settings.WRITES_A_MINUTE
        if _is_program(request):
            token = token_of(request)
            whose = f"token:{token.pk}" if token is not None else ""
            if request.method in READS:
                kind, most = "reads", settings.TOKEN_READS_A_MINUTE
        elif request.method in READS:
            return None
        else:
            # Also set for the views, which then do not look it up again.
            user = request.user = get_user(request)
            whose = f"user:{user.pk}" if user.is_authenticated else ""
        whose = whose or str(get_ip(request)).replace(" ", "")
        return f"{kind}:{whose}", most


class AnonymousLimit(Middleware):
    """Refuses pages to visitors without an account whose address used much CPU lately.

    Otherwise a few addresses that keep requesting slow pages would delay everyone's. IPv6 addresses
    count by network. Programs with a token have a limit on their reads.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        program = _is_program(request) and token_of(request) is not None
        if program or request.method not in READS:
            return self.get_response(request)
        address = address_of_request(request)
        # The session is not read without need: the answer would then differ by visitor.
        if address and page_seconds.is_spent(address) and not request.user.is_authenticated:
            return _slow_down(request, 5)
        began = time.thread_time()
        try:
            return self.get_response(request)
        finally:
            if not (request.session.accessed and request.user.is_authenticated):
                spent = time.thread_time() - began
                page_seconds.spend(address, spent, settings.ANONYMOUS_SECONDS_A_MINUTE / 2)


def _slow_down(request: HttpRequest, seconds: int) -> HttpResponse:
    slowly = TooMany(_("Slow down: wait a moment, then try again."))
    slowly.wait = seconds
    return refuse(request, slowly, "429.html")


def _is_program(request: HttpRequest) -> bool:
    return request.path.startswith("/api/") and brings_token(request)


def _read(request: HttpRequest, limit: int) -> int:
    """Read a body without a stated length, up to one byte beyond the limit; return its length."""
    body = request.read(limit + 1)
    request._body = body
    request.META["CONTENT_LENGTH"] = str(len(body))
    return len(body)
