"""Evenings: a host's own list, the page people gather on, and what is done there."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.permissions import may_host
from accounts.refusals import require
from games.engine.refusals import Refusal
from games.evenings import services as evenings
from games.evenings.forms import TablesForm
from games.evenings.models import Evening
from games.evenings.presenters import evening_for
from games.matches.access import require_signed_in
from games.matches.decorators import page_view, remember_invitation
from games.matches.refusals import SignInFirst, WrongMethod
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
    """The page of an evening; whoever came by its link may see its tables from now on."""
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
    """What a visitor or the host does; what cannot be is said on the page."""
    found = evenings.evening_by(key)
    if act not in ACTS:
        raise WrongMethod(_("This address is not used that way."))
    try:
        ACTS[act](request, found)
    except SignInFirst:
        raise
    except Refusal as refusal:
        messages.warning(request, refusal_text(refusal))
    return redirect(found)


def _lay(request: HttpRequest, found: Evening) -> None:
    form = TablesForm(request.POST)
    if form.is_valid():
        evenings.lay_tables(request.user, found, form.wish(), form.cleaned_data["tables"])
        return
    for errors in form.errors.values():
        messages.warning(request, str(errors[0]))


def _seat(request: HttpRequest, found: Evening) -> None:
    given = request.POST
    evenings.seat(request.user, found, given.get("table", ""), given.get("username", ""))


def _put_out(request: HttpRequest, found: Evening) -> None:
    table, _slash, name = request.POST.get("chair", "").partition("/")
    evenings.put_out(request.user, found, table, name)


ACTS: dict[str, Callable[[HttpRequest, Evening], object]] = {
    "attend": lambda request, found: evenings.attend(request.user, found),
    "go": lambda request, found: evenings.go(request.user, found),
    "tables": _lay,
    "seat": _seat,
    "put-out": _put_out,
    "fill": lambda request, found: evenings.fill(
        request.user, found, request.POST.get("table", "")
    ),
    "take-down": lambda request, found: evenings.take_down(
        request.user, found, request.POST.get("table", "")
    ),
    "close": lambda request, found: evenings.close(request.user, found),
}
