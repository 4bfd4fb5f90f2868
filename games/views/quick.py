"""Quick match: file a ticket, wait, take it back."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_noop as _

from games.engine.refusals import Refusal
from games.presenters.quick import search_of
from games.presenters.words import say
from games.quick_form import LAST, QuickForm
from games.services import quick, tickets
from games.services.refusals import NoSuchTicket, SeatedElsewhere, SignInFirst, status_of
from games.views.doors import door


def quick_form(request: HttpRequest) -> QuickForm:
    """The form as somebody finds it: with what they looked for last."""
    return QuickForm.prefilled(request.session.get(LAST), guest=request.user.is_guest)


@door("GET", "HEAD", "POST")
def find(request: HttpRequest) -> HttpResponse:
    """Say what you would play; then the search."""
    if not request.user.is_authenticated:
        raise SignInFirst(_("Sign in to play."))
    if request.method != "POST":
        return _form_page(request, quick_form(request))
    form = QuickForm(request.POST, guest=request.user.is_guest)
    if not form.is_valid():
        return _form_page(request, form, 400)
    given = form.cleaned_data
    try:
        ticket = quick.seek(request.user, form.sought(), sure=given["sure"], nonce=given["nonce"])
    except SeatedElsewhere as refusal:
        form.ask_if_sure(say(refusal))
        return _form_page(request, form, status_of(refusal))
    except Refusal as refusal:
        form.add_error(None, say(refusal))
        return _form_page(request, form, status_of(refusal))
    request.session[LAST] = form.to_keep()
    return redirect("search", ticket.id)


def _form_page(request: HttpRequest, form: QuickForm, status: int = 200) -> HttpResponse:
    return render(request, "games/quick.html", {"quick": form}, status=status)


@door("GET", "HEAD")
def search(request: HttpRequest, ticket_id: str) -> HttpResponse:
    """The search as it stands; from here to the table, once there is one."""
    try:
        ticket = tickets.ticket_of(request.user, ticket_id)
    except NoSuchTicket:
        return render(request, "games/search.html", {"search": None}, status=404)
    if ticket.match is not None:
        return redirect(ticket.match)
    tickets.saw(request.user, ticket_id)
    return render(request, "games/search.html", {"search": search_of(ticket)})


@door("POST")
def withdraw(request: HttpRequest, ticket_id: str) -> HttpResponse:
    """Take the ticket back; who was matched in the same moment goes to the table."""
    tickets.withdraw(request.user, ticket_id)
    try:
        ticket = tickets.ticket_of(request.user, ticket_id)
    except NoSuchTicket:
        return redirect("home")
    return redirect("search", ticket.id)
