"""Quick match: file a ticket, wait, take it back."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.models import User
from games.engine.refusals import Refusal
from games.lobby.presenters.quick import search_of
from games.lobby.quick_forms import LAST, QuickForm
from games.lobby.services import quick, tickets
from games.matches.access import require_signed_in
from games.matches.decorators import page_view
from games.matches.refusals import NoSuchTicket, SeatedElsewhere
from refusals.words import refusal_text


def quick_form(request: HttpRequest, person: User) -> QuickForm:
    """The form as somebody finds it: with what they looked for last."""
    return QuickForm.prefilled(request.session.get(LAST), guest=person.is_guest)


@page_view("GET", "HEAD", "POST")
def find(request: HttpRequest) -> HttpResponse:
    """Say what you would play; then the search."""
    person = require_signed_in(request.user)
    if request.method != "POST":
        return _form_page(request, quick_form(request, person))
    form = QuickForm(request.POST, guest=person.is_guest)
    if not form.is_valid():
        return _form_page(request, form, 400)
    given = form.cleaned_data
    try:
        ticket = quick.seek(person, form.sought(), sure=given["sure"], nonce=given["nonce"])
    except SeatedElsewhere as refusal:
        form.ask_if_sure(refusal_text(refusal))
        return _form_page(request, form, refusal.status)
    except Refusal as refusal:
        form.add_error(None, refusal_text(refusal))
        return _form_page(request, form, refusal.status)
    request.session[LAST] = form.to_keep()
    return redirect("search", ticket.id)


def _form_page(request: HttpRequest, form: QuickForm, status: int = 200) -> HttpResponse:
    return render(request, "lobby/quick.html", {"quick": form}, status=status)


@page_view("GET", "HEAD")
def search(request: HttpRequest, ticket_id: str) -> HttpResponse:
    """The search as it stands; from here to the table, once there is one."""
    try:
        ticket = tickets.ticket_of(request.user, ticket_id)
    except NoSuchTicket:
        return render(request, "lobby/search.html", {"search": None}, status=404)
    if ticket.match is not None:
        return redirect(ticket.match)
    tickets.saw(request.user, ticket_id)
    return render(request, "lobby/search.html", {"search": search_of(ticket)})


@page_view("POST")
def withdraw(request: HttpRequest, ticket_id: str) -> HttpResponse:
    """Take the ticket back; who was matched in the same moment goes to the table."""
    tickets.withdraw(request.user, ticket_id)
    try:
        ticket = tickets.ticket_of(request.user, ticket_id)
    except NoSuchTicket:
        return redirect("home")
    return redirect("search", ticket.id)
