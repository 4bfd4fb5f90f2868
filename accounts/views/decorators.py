"""Helpers that views of users share: access, refusals as pages, safe redirects."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TypeVar

from allauth.account.decorators import reauthentication_required
from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.html import escape
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_noop as _

from accounts.http import PersonRequest, RefusedForm, typed_text
from accounts.models import User
from accounts.permissions import Answer, may_administer, may_moderate
from accounts.refusals import NotAllowed, SecondStepFirst, require
from core.monitoring.context import refused
from core.refusals import Refusal
from core.refusals.words import refusal_text

View = Callable[..., HttpResponseBase]
reauthenticated: Callable[[View], View] = reauthentication_required
"""Asks for the password again if the user signed in long ago; allauth itself has no types."""
Thing = TypeVar("Thing")


def render_refusals(view: View) -> View:
    """Answer a refusal with a page that shows its reason; for htmx with a message line."""

    @functools.wraps(view)
    def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except Refusal as refusal:
            context = {
                "refusal": {"code": _code_of(refusal), "reason": refusal_text(refusal)},
                "typed": typed_text(request),
            }
            if not getattr(request, "htmx", False):
                return render(request, "accounts/refused.html", context, status=refusal.status)
            response = render(request, "accounts/_refused.html", context, status=refusal.status)
            response["HX-Retarget"], response["HX-Reswap"] = "#messages", "innerHTML"
            return response

    return answer


def refill(page: Callable[..., HttpResponse]) -> Callable[[View], View]:
    """Answer a refused form with its page: the reason on top, and the form filled in again.

    The refusal is raised again if that page does not offer the form any more, and for htmx and
    programs, which keep the page or have none.

    Args:
        page: Renders the page of the form, from the arguments of the view.
    """

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def answer(request: PersonRequest, *args: object, **kwargs: object) -> HttpResponseBase:
            try:
                return view(request, *args, **kwargs)
            except Refusal as refusal:
                text = typed_text(request)
                if getattr(request, "htmx", False) or not request.accepts("text/html"):
                    raise
                code, reason = _code_of(refusal), refusal_text(refusal)
                request.refused = RefusedForm(request.path, request.POST, code, reason)
                try:
                    response = page(request, *args, **kwargs)
                except Refusal:
                    raise refusal from None
                # A form without a text is found by its address.
                if escape(text or request.path) not in response.content.decode():
                    raise
                refused(refusal.code)
                response.status_code = refusal.status
                return response

        return answer

    return decorate


def _code_of(refusal: Refusal) -> str:
    return refusal.cause if isinstance(refusal, NotAllowed) else refusal.code


def or_404(thing: Thing | None) -> Thing:
    """Return the thing itself; raise Http404 if it is None."""
    if thing is None:
        raise Http404
    return thing


def next_page(request: HttpRequest) -> str:
    """Return the form's `next` if it is a safe address on this site, else ""."""
    url = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return url if safe else ""


def for_moderators(view: View) -> View:
    """Let in only moderators with two-factor sign-in: their account gives access to many others."""
    return _with_second_step(view, may_moderate)


def for_administrators(view: View) -> View:
    """Let in only administrators with two-factor sign-in."""
    return _with_second_step(view, may_administer)


def _with_second_step(view: View, may: Callable[[User], Answer]) -> View:
    @login_required
    @render_refusals
    @functools.wraps(view)
    def answer(request: PersonRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        require_second_step(request, may(request.user))
        return view(request, *args, **kwargs)

    return answer


def require_second_step(request: HttpRequest, allowed: Answer) -> None:
    """Raise NotAllowed unless allowed, and SecondStepFirst unless two-factor sign-in is on."""
    require(allowed)
    if not is_mfa_enabled(request.user):
        words = _("Staff need two-factor sign-in. Turn it on in your settings first.")
        raise SecondStepFirst(words)
