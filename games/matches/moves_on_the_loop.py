"""Answer moves over HTTP, as JSON or as an htmx form, on the event loop.

No thread waits for the commit: `visitors` knows the player, and the loop awaits `aexecute`, as for
a socket. Refusals are answered by Django's views in a thread, because they read the store. Unusual
requests are also left to these views: those with an `Idempotency-Key`, forms without htmx,
malformed bodies, and requests that fail a check.
"""

from __future__ import annotations

import logging
import re
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.common import CommonMiddleware
from django.middleware.locale import LocaleMiddleware
from django.middleware.security import SecurityMiddleware
from django.urls import resolve
from django_htmx.middleware import HtmxMiddleware
from rest_framework.authentication import CSRFCheck

from accounts.models import Scope
from core import asgi
from core.http import add_limit
from games.engine.contract import Json
from games.engine.refusals import Refusal
from games.matches import client_json
from games.matches.api.views import MoveView
from games.matches.decorators import form_fields
from games.matches.presenters.rendering import answered_state, table_html
from games.matches.refusals import BadBody
from games.matches.services.commands import MakeMove
from games.matches.services.execute import aexecute
from games.matches.sockets import moves
from games.matches.threads import at_once_or_in_thread, in_thread
from games.matches.viewing import Access
from games.matches.views import table_action
from games.matches.visitors import Visitor, visitor_of

logger = logging.getLogger(__name__)
JSON, FORM = "application/json", "application/x-www-form-urlencoded"
API = "/api/"
PATH = re.compile(r"/(?:api/v1/)?matches/[-\w]{1,40}/moves/", re.ASCII)
LONGEST = moves.LONGEST
"""Bytes of a body; longer ones are left to Django, which refuses them."""
OTHER_HEADERS = ("HTTP_IDEMPOTENCY_KEY", "HTTP_TRANSFER_ENCODING")
"""Requests with one of these are left to Django."""
route_of = lru_cache(1024)(resolve)


def may_be_move(scope: asgi.Scope, body: bytes) -> bool:
    """Return whether a request goes to a URL for moves, and is short enough."""
    plain = scope["method"] == "POST" and not scope["query_string"] and len(body) <= LONGEST
    return plain and PATH.fullmatch(scope["path"]) is not None


async def answer(request: HttpRequest) -> HttpResponse | None:
    """Return the answer to a move; None, with nothing changed, if Django's views must answer."""
    move = _move_of(request)
    if move is None:
        return None
    try:
        visitor = await visitor_of(request)
        if visitor is None or not _may_ask(request, visitor) or not moves.may_send(visitor.user.pk):
            return None
        request.resolver_match = route_of(request.path_info)
        match_id = request.resolver_match.kwargs["match_id"]
        is_json = request.content_type == JSON
        command = MakeMove(match_id, visitor.user, *move, again=is_json, from_page=not is_json)
        outcome = await _outcome_of(command)
    except Exception:
        # The store is down or too busy. The views read from it whether the move was made.
        logger.warning("A move was not answered by the event loop.", exc_info=True)
        return None
    if isinstance(outcome, Refusal):
        response: HttpResponse = await in_thread(_answered, request, visitor, outcome)
    else:
        response = await at_once_or_in_thread(_answered, request, visitor, outcome)
    if request.path_info.startswith(API):
        add_limit(response, "moves", settings.WRITES_A_MINUTE, moves.left_of(visitor.user.pk))
    return response


async def _outcome_of(command: MakeMove) -> Access | Refusal:
    try:
        return (await aexecute(command)).access
    except Refusal as refusal:
        return refusal


def _move_of(request: HttpRequest) -> tuple[Json, Any] | None:
    """Return the move and its turn token; None if Django's views must read the request."""
    body = request.body
    if any(name in request.META for name in OTHER_HEADERS):
        return None
    if request.content_type == JSON:
        try:
            given = client_json.parse(body)
        except BadBody:
            return None
        return (given, given.get("turn_token")) if isinstance(given, dict) else None
    is_form = request.content_type == FORM and not request.path_info.startswith(API)
    if not is_form or "HTTP_HX_REQUEST" not in request.META or b"\0" in body or b"%00" in body:
        return None
    try:
        return form_fields(request), request.POST.get("turn_token")
    except (BadRequest, SuspiciousOperation):
        return None


def _any_view(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def _may_ask(request: HttpRequest, visitor: Visitor) -> bool:
    """Return whether a request comes from the visitor's own program or page.

    A request with an access token needs the scope, one with a session the CSRF token.
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


def _answered(request: Any, visitor: Visitor, outcome: Access | Refusal) -> Any:
    """Return the answer of Django's views, in the request's language and with all headers."""
    request.visitor, request.outcome = visitor, outcome
    return _chain(request)


def _view(request: Any) -> Any:
    """Return the response of Django's view of a move; called inside the middleware."""
    visitor, outcome = request.visitor, request.outcome
    request.session.accessed = visitor.token is None  # by `visitor_of`
    if isinstance(outcome, Refusal):
        return _refused(request, request.resolver_match.kwargs["match_id"], visitor, outcome)
    if request.content_type == JSON:
        answered = HttpResponse(answered_state(outcome), content_type=JSON)
        answered["Allow"] = "GET, POST, HEAD, OPTIONS"
        return answered
    return HttpResponse(table_html(outcome))


def _refused(request: Any, match_id: str, visitor: Visitor, refusal: Refusal) -> Any:
    """Return the response of the view of a move to this refusal."""

    def refuse(*_args: Any) -> Access:
        raise refusal

    request.user = visitor.user
    if request.content_type != JSON:
        return table_action(refuse)(request, match_id)
    # These attributes tell djangorestframework the caller.
    request._force_auth_user, request._force_auth_token = visitor.user, visitor.token
    return MoveView.as_view(submit=refuse)(request, match_id=match_id).render()


_chain: Any = HtmxMiddleware(_view)
"""The view inside the site's middleware that adds to a response; none of it reads the store."""
for _middleware in (
    XFrameOptionsMiddleware,
    CommonMiddleware,
    LocaleMiddleware,
    SessionMiddleware,
    SecurityMiddleware,
):
    _chain = _middleware(_chain)
