"""Pages and JSON for errors: bad requests, unknown addresses, too many requests, failures.

They never show what broke. After a temporary failure, such as a database restart or a full disk,
they say that the user may try again.
"""

from __future__ import annotations

import logging
import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template import loader
from django.utils.translation import gettext
from django.views.defaults import page_not_found, server_error

from core.databases import describe_damage
from core.server.store_watch import RETRY_AFTER, TEMPORARY, UNAVAILABLE, watch
from games.matches.decorators import describe_refusal, wants_json
from games.matches.refusals import Unavailable

logger = logging.getLogger(__name__)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return a page, or for programs the JSON of a refusal."""
    if not request.path.startswith("/api/"):
        return render(request, "400.html", status=400)
    error = {"code": "bad-request", "reason": gettext("This request couldn’t be read.")}
    return JsonResponse({"error": error}, status=400)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return a page, or for programs the JSON of a refusal."""
    if not request.path.startswith("/api/"):
        return page_not_found(request, exception)
    error = {"code": "not-found", "reason": gettext("This address doesn’t exist.")}
    return JsonResponse({"error": error}, status=404)


def too_many(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/too_many.html", status=429)


def broken(request: HttpRequest) -> HttpResponse:
    """Answer an uncaught error, without using the database."""
    error = sys.exc_info()[1]
    if advice := error and describe_damage(error):
        logger.critical(advice)
    if isinstance(error, TEMPORARY):
        watch.look()
    if advice or isinstance(error, TEMPORARY):
        return _unavailable(request)
    if wants_json(request):
        refusal = {"code": "broken", "reason": gettext("Something went wrong")}
        return JsonResponse({"error": refusal}, status=500)
    return server_error(request)


def _unavailable(request: HttpRequest) -> HttpResponse:
    """Answer a temporary failure; the reason asks to look first."""
    refusal = Unavailable(UNAVAILABLE)
    error, status = describe_refusal(refusal), refusal.status
    response: HttpResponse
    if wants_json(request):
        response = JsonResponse({"error": error}, status=status)
    elif getattr(request, "htmx", request.headers.get("HX-Request")):
        response = HttpResponse(error["reason"], content_type="text/plain", status=status)
    else:
        page = loader.render_to_string("503.html", {"refusal": error})
        response = HttpResponse(page, status=status)
    response["Retry-After"] = RETRY_AFTER
    return response
