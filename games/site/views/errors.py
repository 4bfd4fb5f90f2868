"""What is answered when something breaks. Of what passes by itself, such as a database that is
being started again or a disk that is full, it is said that it does; never is it said what broke."""

from __future__ import annotations

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.defaults import server_error

from games.matches.decorators import describe_refusal, wants_json
from games.matches.refusals import Unavailable

PASSES = (OperationalError, InterfaceError)
AGAIN_AFTER = "5"


def broken(request: HttpRequest) -> HttpResponse:
    """The house's answer to an error nobody caught; nothing in it needs the database."""
    if isinstance(sys.exc_info()[1], PASSES):
        return _out_of_reach(request)
    if wants_json(request):
        error = {"code": "broken", "reason": gettext("Something broke here")}
        return JsonResponse({"error": error}, status=500)
    return server_error(request)


def _out_of_reach(request: HttpRequest) -> HttpResponse:
    """A move may have been stored all the same, when the answer alone was lost: so look first."""
    refusal = Unavailable(_("That cannot be done just now. Wait a moment, look, then try again."))
    error, status = describe_refusal(refusal), refusal.status
    response: HttpResponse
    if wants_json(request):
        response = JsonResponse({"error": error}, status=status)
    elif getattr(request, "htmx", request.headers.get("HX-Request")):
        response = HttpResponse(error["reason"], content_type="text/plain", status=status)
    else:
        page = loader.render_to_string("503.html", {"refusal": error})
        response = HttpResponse(page, status=status)
    response["Retry-After"] = AGAIN_AFTER
    return response
