"""What the doors about people share: who may come in, and how a refusal is told."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from accounts.permissions import Answer, may_moderate
from accounts.services.declined import Declined

Door = Callable[..., HttpResponse]


def declining(view: Door) -> Door:
    """Answer what the house declines with a page that says why."""

    @functools.wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Declined as declined:
            context = {"declined": declined}
            return render(request, "accounts/declined.html", context, status=declined.status)

    return answer


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
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        require_second_step(request, may_moderate(request.user))
        return view(request, *args, **kwargs)

    return answer


def require_second_step(request: HttpRequest, allowed: Answer) -> None:
    """Declined unless it is allowed and the account has a second factor."""
    if not allowed:
        raise Declined(allowed.code, allowed.reason, 403)
    if not is_mfa_enabled(request.user):
        words = _("Moderators sign in with two steps. Turn that on in your settings first.")
        raise Declined("second-step", words, 403)
