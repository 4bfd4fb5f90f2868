"""What the views of pages share: actions, and reports to the moderators."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.models import Report, User
from accounts.views.decorators import refill
from core.refusals import Refusal
from core.refusals.words import refusal_text
from games.matches.refusals import SignInFirst, WrongMethod

Action = Callable[..., HttpResponse | None]


class Page(Protocol):
    """What has a page: a club, an event, a league."""

    def get_absolute_url(self) -> str: ...


def run_action(
    request: HttpRequest, actions: Mapping[str, Action], act: str, access: object, page: Page
) -> HttpResponse:
    """Carry out an action and return to its page, which shows the refusal, if any.

    Args:
        request: The submitted form.
        actions: What a page can do, by the last part of the address.
        act: The name of the action.
        access: The page's subject as the visitor sees it, for the action.
        page: Where to go, unless the action returns a response.

    Raises:
        WrongMethod: There is no such action.
        SignInFirst: The visitor is not signed in.
    """
    if act not in actions:
        raise WrongMethod(_("This page doesn’t accept that request. Go back and try again."))
    try:
        answer = actions[act](request, access)
    except SignInFirst:
        raise
    except Refusal as refusal:
        messages.warning(request, refusal_text(refusal))
        answer = None
    return answer or redirect(page.get_absolute_url())


def number_in(request: HttpRequest, name: str) -> int:
    """Return the number in a field of a form; 0 if it has none."""
    typed = request.POST.get(name, "")
    return int(typed) if typed.isdecimal() and len(typed) < 19 else 0


def report_page(
    request: HttpRequest, person: User, line: str, page: Page, report: Callable[[str, str], Any]
) -> HttpResponseBase:
    """Show the form that reports a text to the moderators; a POST sends it.

    Args:
        request: From a user who may report the text.
        person: The user who answers for it.
        line: The text.
        page: Where it is.
        report: Reports it, for a reason and with a note.
    """

    def ask(request: HttpRequest) -> HttpResponse:
        context = {
            "person": person,
            "line": line,
            "reasons": Report.Reason.choices,
            "back": page.get_absolute_url(),
        }
        return render(request, "accounts/report.html", context)

    @refill(ask)
    def answer(request: HttpRequest) -> HttpResponse:
        if request.method != "POST":
            return ask(request)
        report(request.POST.get("reason", ""), request.POST.get("note", ""))
        messages.success(request, _("Thank you. The moderators will look into it."))
        return redirect(page.get_absolute_url())

    return answer(request)
