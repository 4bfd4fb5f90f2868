"""What all page views share: reading a request, answering a refusal."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext_noop as _

from games.engine.contract import Game, Json
from games.engine.refusals import BadRecord, Refusal
from games.matches.access import SESSION_KEYS, Access, open_match, players_of
from games.matches.refusals import NotInstalled, SignInFirst, WrongMethod
from games.titles.registry import title_of
from refusals.words import refusal_text
from watch.context import refused

View = Callable[..., HttpResponseBase]


def invited(request: HttpRequest) -> list[str]:
    """The keys of the invitation links this visitor has opened."""
    keys = request.session.get(SESSION_KEYS, [])
    return keys if isinstance(keys, list) else []


def remember_invitation(request: HttpRequest, key: str) -> None:
    """Note in the session that the visitor opened an invitation link; the last 20 are stored."""
    keys = invited(request)
    if key not in keys:
        request.session[SESSION_KEYS] = [*keys[-19:], key]


def known_game(slug: str) -> Game:
    """A game by the slug in a URL; Http404."""
    try:
        return title_of(slug).game
    except BadRecord as unknown:
        raise Http404(unknown.reason) from unknown


def open_for(request: HttpRequest, match_id: str) -> Access:
    return open_match(request.user, match_id, invited(request))


def page_view(*methods: str) -> Callable[[View], View]:
    """Decorator for page views: allows only these methods, answers refusals with a page."""

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            try:
                if request.method not in methods:
                    raise WrongMethod(
                        _("This address does not answer to that. Go back and try again.")
                    )
                return view(request, *args, **kwargs)
            except Refusal as refusal:
                response = refuse(request, refusal)
                if isinstance(refusal, WrongMethod):
                    response["Allow"] = ", ".join(methods)
                return response

        return answer

    return decorate


def describe_refusal(refusal: Refusal) -> dict[str, str]:
    """A refusal for templates and the API: its code, and the reason in the reader's language."""
    # It may quote what somebody sent, even surrogates, which cannot be encoded.
    reason = refusal_text(refusal).encode("utf-8", "replace").decode("utf-8")
    refused(refusal.code)
    return {"code": refusal.code, "reason": reason}


def refuse(request: HttpRequest, refusal: Refusal, template: str = "") -> HttpResponse:
    """Answer a refusal with a whole page, a line for htmx, or JSON where that is wanted.

    `template`: another page than that of all refusals.
    """
    status = refusal.status
    if wants_json(request):
        return JsonResponse({"error": describe_refusal(refusal)}, status=status)
    context: dict[str, Any] = {
        "refusal": describe_refusal(refusal),
        "sign_in": isinstance(refusal, SignInFirst),
    }
    if not getattr(request, "htmx", False):
        template = template or "matches/refused.html"
        if isinstance(refusal, NotInstalled):
            template, context["match"] = "matches/not_installed.html", refusal.match
            context["players"] = players_of(refusal.match)
        return render(request, template, context, status=status)
    response = render(request, "matches/_refused.html", context, status=status)
    # Shown above the page, which stays as it is.
    response["HX-Retarget"], response["HX-Reswap"] = "#messages", "innerHTML"
    return response


def wants_json(request: HttpRequest) -> bool:
    """Whether to answer in JSON: the API does, whoever sends JSON, or accepts it and no HTML."""
    if request.path.startswith("/api/") or request.content_type == "application/json":
        return True
    accepted = request.headers.get("Accept", "")
    return "application/json" in accepted and "text/html" not in accepted


def form_fields(request: HttpRequest) -> Json:
    """The fields of a move from a form: values are JSON where they parse, else text.

    A button may carry several fields at once as a JSON object named `move`.
    """
    fields = {
        name: _value(value)
        for name, value in request.POST.items()
        if name not in ("move", "asked", "csrfmiddlewaretoken")
    }
    carried = _value(request.POST.get("move", "{}"))
    return {**fields, **carried} if isinstance(carried, dict) else fields


def _value(text: Any) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError, TypeError):
        return text
