"""What the doors about people share: who may come in, and how a refusal is told."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

from allauth.account.decorators import reauthentication_required
from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_noop as _

from accounts.http import PersonRequest
from accounts.permissions import Answer, may_moderate
from accounts.refusals import NotAllowed, SecondStepFirst, require
from refusals import Refusal
from refusals.words import refusal_text

Door = Callable[..., HttpResponseBase]
once_more: Callable[[Door], Door] = reauthentication_required
"""Whoever signed in long ago proves once more who they are; allauth has no types of its own."""
Thing = TypeVar("Thing")


def declining(view: Door) -> Door:
    """Answer what the house declines with a page that says why."""

    @functools.wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except Refusal as refusal:
            code = refusal.cause if isinstance(refusal, NotAllowed) else refusal.code
            context = {"declined": {"code": code, "reason": refusal_text(refusal)}}
            return render(request, "accounts/declined.html", context, status=refusal.status)

    return answer


def found(thing: Thing | None) -> Thing:
    """What an address names; Http404 where there is no such thing."""
    if thing is None:
        raise Http404
    return thing


def next_page(request: HttpRequest) -> str:
    """Where a form wants to go on, if that is in this house; for HttpResponseRedirect, as it is."""
    there = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        there, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return there if safe else ""


def for_moderators(view: Door) -> Door:
    """Let in who moderates, and only with two-step sign-in: their account opens many others'."""

    @login_required
    @declining
    @functools.wraps(view)
    def answer(request: PersonRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        require_second_step(request, may_moderate(request.user))
        return view(request, *args, **kwargs)

    return answer


def require_second_step(request: HttpRequest, allowed: Answer) -> None:
    """That it is allowed and the account has a second factor; NotAllowed, SecondStepFirst."""
    require(allowed)
    if not is_mfa_enabled(request.user):
        words = _("Moderators sign in with two steps. Turn that on in your settings first.")
        raise SecondStepFirst(words)
