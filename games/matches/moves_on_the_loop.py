"""Moves over HTTP that the event loop answers by itself, in JSON or as a form of htmx.

No thread waits for the commit: who moves is known (`visitors`), the move is judged in memory, and
the loop awaits its group's commit, as for a socket. Whatever is not as usual is left to Django's
views, which answer it as ever: a refusal, the end of a match, a repeated request, a failed check.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.common import CommonMiddleware
from django.middleware.locale import LocaleMiddleware
from django.middleware.security import SecurityMiddleware
from django.urls import resolve
from django.utils.cache import patch_vary_headers
from django_htmx.middleware import HtmxMiddleware
from rest_framework.authentication import CSRFCheck

from accounts.models import Scope
from games.engine.contract import Json
from games.matches.access import Access
from games.matches.decorators import form_fields
from games.matches.presenters.rendering import answered_state, table_html
from games.matches.services.commands import MakeMove
from games.matches.services.execute import aexecute_in_memory
from games.matches.sockets import moves
from games.matches.threads import at_once_or_in_thread
from games.matches.visitors import Visitor, visitor_of

logger = logging.getLogger(__name__)
JSON, FORM = "application/json", "application/x-www-form-urlencoded"
API = "/api/"
PATH = re.compile(r"/(?:api/v1/)?matches/(?P<match_id>[-\w]{1,40})/moves/")
LONGEST = moves.LONGEST
"""Bytes of a body; the caller leaves longer ones to Django, which refuses them."""
OTHER_HEADERS = ("Idempotency-Key", "Transfer-Encoding")
"""Requests with one of these are left to Django."""
Chain = Callable[[HttpRequest], HttpResponse]


async def answer(request: HttpRequest) -> HttpResponse | None:
    """Return the answer to a move that was made; None, and nothing has happened, for all others."""
    path = PATH.fullmatch(request.path_info)
    if path is None or request.method != "POST" or request.META.get("QUERY_STRING"):
        return None
    move = _move_of(request)
    if move is None or any(name in request.headers for name in OTHER_HEADERS):
        return None
    try:
        visitor = await visitor_of(request)
        if visitor is None or not _may_ask(request, visitor) or not moves.may_send(visitor.user.pk):
            return None
        command = MakeMove(path["match_id"], visitor.user, *move)
        executed = await aexecute_in_memory(command)
    except Exception:
        # The store is away, or stayed busy. The views ask it whether the move was made.
        logger.warning("A move was not answered by the event loop.", exc_info=True)
        return None
    if executed is None:
        return None
    response = await at_once_or_in_thread(_rendered, request, executed.access)
    if visitor.token is None:
        patch_vary_headers(response, ["Cookie"])
    return response


def _move_of(request: HttpRequest) -> tuple[Json, Any] | None:
    """Return the move and the question it answers; None where this is for Django to read."""
    body = request.body
    if request.content_type == JSON:
        try:
            given = json.loads(body, parse_constant=_no_number)
        except (ValueError, RecursionError):
            return None
        return (given, given.get("asked")) if isinstance(given, dict) else None
    is_form = request.content_type == FORM and not request.path_info.startswith(API)
    if not is_form or "HX-Request" not in request.headers or b"\0" in body or b"%00" in body:
        return None
    try:
        return form_fields(request), request.POST.get("asked")
    except (BadRequest, SuspiciousOperation):
        return None


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _any_view(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def _may_ask(request: HttpRequest, visitor: Visitor) -> bool:
    """Whether a request comes from the visitor's own program or page.

    A token needs the scope, a session the token against cross-site requests.
    """
    try:
        request.get_host()
        if visitor.token is not None:
            return request.path_info.startswith(API) and Scope.PLAY in visitor.token.scopes
        check = CSRFCheck(_any_view)
        check.process_request(request)
        return check.process_view(request, _any_view, (), {}) is None
    except (BadRequest, SuspiciousOperation):
        return False


def _rendered(request: HttpRequest, access: Access) -> HttpResponse:
    """Return the table after a move as Django's views would: in the language, with the headers."""
    request.resolver_match = resolve(request.path_info)

    def table(request: HttpRequest) -> HttpResponse:
        if request.content_type == JSON:
            answered = HttpResponse(answered_state(access), content_type=JSON)
            answered["Allow"] = "GET, POST, HEAD, OPTIONS"
            return answered
        return HttpResponse(table_html(access))

    chain: Chain = table
    for middleware in MIDDLEWARE:
        chain = middleware(chain)
    return chain(request)


MIDDLEWARE: tuple[Callable[[Chain], Any], ...] = (
    HtmxMiddleware,
    XFrameOptionsMiddleware,
    CommonMiddleware,
    LocaleMiddleware,
    SecurityMiddleware,
)
"""Those of the site that say something in an answer, from the innermost on. None asks the store."""
