"""Helpers of all page views: reading a request, answering a refusal."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_noop as _

from accounts.api import NO_TOKEN
from accounts.http import typed_text
from core.monitoring.context import refused
from core.refusals.words import refusal_text, refusal_text_for_programs
from games.engine.contract import Game, Json
from games.engine.refusals import BadRecord, Refusal
from games.matches import client_json
from games.matches.access import SESSION_KEYS, open_match, players_of
from games.matches.refusals import BadBody, NotInstalled, SignInFirst, WrongMethod
from games.matches.viewing import Access
from games.titles.registry import title_of

View = Callable[..., HttpResponseBase]


def invited(request: HttpRequest) -> list[str]:
    """Return the keys of the invitation links that this visitor has opened."""
    keys = request.session.get(SESSION_KEYS, [])
    return keys if isinstance(keys, list) else []


def remember_invitation(request: HttpRequest, key: str) -> None:
    """Note in the session that the visitor opened an invitation link; the last 20 are stored."""
    keys = invited(request)
    if key not in keys:
        request.session[SESSION_KEYS] = [*keys[-19:], key]


def known_game(slug: str) -> Game:
    """Return a game by the slug in a URL.

    Raises:
        Http404: No such game is installed.
    """
    try:
        return title_of(slug).game
    except BadRecord as unknown:
        raise Http404(unknown.reason) from unknown


def open_for(request: HttpRequest, match_id: str) -> Access:
    return open_match(request.user, match_id, invited(request))


def page_view(*methods: str) -> Callable[[View], View]:
    """Decorate a page view: allow only these methods, and answer refusals with a page."""

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
            try:
                if request.method not in methods:
                    raise WrongMethod(
                        _("This page doesn’t accept that request. Go back and try again.")
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
    """Return a refusal's code, and its reason in the reader's language; count the refusal."""
    return _described(refusal, refusal_text(refusal))


def describe_refusal_for_programs(refusal: Refusal) -> dict[str, str]:
    """Return a refusal as `describe_refusal` does, in the words of the API.

    Fields have the names that they have in the JSON, and a program signs in with a token.
    """
    if isinstance(refusal, SignInFirst):
        refusal = SignInFirst(NO_TOKEN, address=reverse("people:tokens"))
    return _described(refusal, refusal_text_for_programs(refusal))


def _described(refusal: Refusal, words: str) -> dict[str, str]:
    # It may quote what a client sent, even surrogates, which cannot be encoded.
    reason = words.encode("utf-8", "replace").decode("utf-8")
    refused(refusal.code)
    return {"code": refusal.code, "reason": reason}


def refuse(request: HttpRequest, refusal: Refusal, template: str = "") -> HttpResponse:
    """Answer a refusal with a whole page, a line for htmx, or JSON, depending on the request.

    Args:
        request: The refused request.
        refusal: The reason.
        template: A page to use in place of the general one.
    """
    response = _refused(request, refusal, template)
    if refusal.wait is not None:
        response["Retry-After"] = str(refusal.wait)
    return response


def _refused(request: HttpRequest, refusal: Refusal, template: str) -> HttpResponse:
    status = refusal.status
    if wants_json(request):
        described = _described(refusal, refusal_text_for_programs(refusal))
        return JsonResponse({"error": described}, status=status)
    context: dict[str, object] = {
        "refusal": describe_refusal(refusal),
        "sign_in": isinstance(refusal, SignInFirst),
        "typed": typed_text(request),
    }
    if not getattr(request, "htmx", False):
        template = template or "matches/refused.html"
        if isinstance(refusal, NotInstalled):
            template, context["match"] = "matches/not_installed.html", refusal.match
            context["players"] = players_of(refusal.match)
        return render(request, template, context, status=status)
    response = render(request, "matches/_refused.html", context, status=status)
    # Shown above the page, which stays unchanged.
    response["HX-Retarget"], response["HX-Reswap"] = "#messages", "innerHTML"
    return response


def wants_json(request: HttpRequest) -> bool:
    """Return whether to answer in JSON: in the API, and to clients that send or only accept it."""
    if request.path.startswith("/api/") or request.content_type == "application/json":
        return True
    accepted = request.headers.get("Accept", "")
    return "application/json" in accepted and "text/html" not in accepted


def form_fields(request: HttpRequest) -> Json:
    """Return the fields of a move from a form."""
    return merged_fields(dict(request.POST.items()))


def merged_fields(sent: Mapping[str, str | list[object]]) -> Json:
    """Return the fields of a move as sent; values that parse as JSON are JSON, others text.

    A button may submit several fields at once as a JSON object named `move`.
    """
    fields = {
        name: _value(value)
        for name, value in sent.items()
        if name not in ("move", "turn_token", "csrfmiddlewaretoken")
    }
    carried = _value(sent.get("move", "{}"))
    return {**fields, **carried} if isinstance(carried, dict) else fields


def _value(text: str | list[object]) -> object:
    try:
        return client_json.parse(text) if isinstance(text, str) else text
    except BadBody:
        return text
