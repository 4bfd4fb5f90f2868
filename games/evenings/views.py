"""Evenings: a host's own list, the page of an evening, and its actions."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.permissions import may_host
from accounts.refusals import require
from games.evenings import services as evenings
from games.evenings.forms import TablesForm
from games.evenings.models import Evening
from games.evenings.presenters import evening_for
from games.matches.access import require_signed_in
from games.matches.decorators import page_view, remember_invitation
from games.matches.refusals import SignInFirst, WrongMethod
from refusals import Refusal
from refusals.words import refusal_text


@page_view("GET", "HEAD", "POST")
def mine(request: HttpRequest) -> HttpResponse:
    """A host's evenings, and a new one."""
    person = require_signed_in(request.user)
    require(may_host(person))
    if request.method == "POST":
        return redirect(evenings.open_evening(person, request.POST.get("name", "")))
    context = {"evenings": evenings.latest_of(person)}
    return render(request, "evenings/evenings.html", context)


@page_view("GET", "HEAD")
def evening(request: HttpRequest, key: str) -> HttpResponse:
    """The page of an evening; whoever opens its link may see its tables from now on."""
    found = evenings.evening_by(key)
    remember_invitation(request, key)
    shown = evening_for(request.user, found)
    context: dict[str, object] = {"shown": shown}
    if getattr(request, "htmx", False):
        return render(request, "evenings/_evening.html", context)
    if shown.hosting:
        context["form"] = TablesForm()
    return render(request, "evenings/evening.html", context)


@page_view("POST")
def act(request: HttpRequest, key: str, act: str) -> HttpResponse:
    """An action of a visitor or the host; refusals are shown on the page."""
    found = evenings.evening_by(key)
    if act not in ACTIONS:
        raise WrongMethod(_("This address does not answer to that. Go back and try again."))
    try:
        ACTIONS[act](request, found)
    except SignInFirst:
        raise
    except Refusal as refusal:
        messages.warning(request, refusal_text(refusal))
    return redirect(found)


def _create_tables(request: HttpRequest, found: Evening) -> None:
    form = TablesForm(request.POST)
    if form.is_valid():
        count = form.cleaned_data["tables"]
        evenings.create_tables(request.user, found, form.table_request(), count)
    for errors in form.errors.values():
        messages.warning(request, str(errors[0]))


def _put_out(request: HttpRequest, found: Evening) -> None:
    table, _slash, name = request.POST.get("chair", "").partition("/")
    evenings.put_out(request.user, found, table, name)


def _at_table(action: Callable[..., object], *names: str) -> Callable[..., object]:
    """An action of the host at a table, with these fields of the form as further arguments."""

    def run(request: HttpRequest, found: Evening) -> object:
        fields = (request.POST.get(name, "") for name in ("table", *names))
        return action(request.user, found, *fields)

    return run


ACTIONS: dict[str, Callable[[HttpRequest, Evening], object]] = {
    "attend": lambda request, found: evenings.attend(request.user, found),
    "go": lambda request, found: evenings.leave(request.user, found),
    "tables": _create_tables,
    "seat": _at_table(evenings.seat, "username"),
    "put-out": _put_out,
    "fill": _at_table(evenings.fill),
    "take-down": _at_table(evenings.take_down),
    "close": lambda request, found: evenings.close(request.user, found),
}
