"""The pages of results of real tables: a result, its form, its actions."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from accounts.permissions import may_moderate
from accounts.views.forms import saved
from games.clubs.forms import TableForm
from games.clubs.models import TableResult
from games.clubs.presenters import MEMBERS_SHOWN, TableRow
from games.clubs.services import table_results
from games.clubs.services.founding import ClubAccess, open_club, require_organiser
from games.clubs.services.members import members_of
from games.clubs.services.table_results import ResultAccess, open_result
from games.matches.access import require_signed_in
from games.matches.decorators import invited, page_view
from games.matches.refusals import BadClub, NoSuchClub


@page_view("GET", "HEAD", "POST")
def enter(request: HttpRequest, club_slug: str) -> HttpResponse:
    """Show the form for a result, for organisers; a POST enters it."""
    access = open_club(request.user, club_slug, invited(request))
    require_organiser(access)
    if request.method == "POST":
        form = TableForm(request.POST)
    else:
        form = TableForm(initial={"played_on": localdate()})
    result = saved(form, lambda: table_results.enter(access, form.facts()), BadClub)
    if result is None:
        return _form(request, form, access, None)
    messages.success(request, _("The result counts in the club now."))
    return redirect(result)


@page_view("GET", "HEAD", "POST")
def correct(request: HttpRequest, club_slug: str, result_id: int) -> HttpResponse:
    """Show what a result says, for organisers; a POST changes it."""
    access = _open(request, club_slug, result_id)
    club = _club(access)
    require_organiser(club)
    form = TableForm(request.POST) if request.method == "POST" else TableForm.of(access.result)
    result = saved(form, lambda: table_results.correct(club, result_id, form.facts()), BadClub)
    if result is None:
        return _form(request, form, club, access.result)
    messages.success(request, _("Saved."))
    return redirect(result)


@page_view("GET", "HEAD")
def show(request: HttpRequest, club_slug: str, result_id: int) -> HttpResponse:
    """Show a result."""
    access = _open(request, club_slug, result_id)
    context = {
        "row": TableRow(access.result, access.knows_guests),
        "access": access,
        "club": access.result.club,
        "may_delete": access.club is not None
        and (access.organises or bool(may_moderate(request.user))),
    }
    return render(request, "clubs/table.html", context)


@page_view("POST")
def delete(request: HttpRequest, club_slug: str, result_id: int) -> HttpResponse:
    """Delete a result."""
    access = _open(request, club_slug, result_id)
    table_results.delete_result(_club(access), result_id)
    messages.success(request, _("The result is deleted."))
    return redirect(access.result.club)


@page_view("POST")
def object_to(request: HttpRequest, club_slug: str, result_id: int) -> HttpResponse:
    """Remove the visitor's name from a result."""
    require_signed_in(request.user)
    access = _open(request, club_slug, result_id)
    table_results.object_to(access)
    messages.success(request, _("You are no longer named in this result."))
    return redirect(access.result.club if access.club is not None else "clubs")


def _open(request: HttpRequest, club_slug: str, result_id: int) -> ResultAccess:
    return open_result(request.user, club_slug, result_id, invited(request))


def _club(access: ResultAccess) -> ClubAccess:
    """Return the club as the visitor sees it; raise NoSuchClub for one who may not see it."""
    if access.club is None:
        raise NoSuchClub(table_results.MISSING)
    return access.club


def _form(
    request: HttpRequest, form: TableForm, access: ClubAccess, result: TableResult | None
) -> HttpResponse:
    context = {
        "form": form,
        "club": access.club,
        "result": result,
        "members": members_of(access.club)[:MEMBERS_SHOWN],
    }
    return render(request, "clubs/table_form.html", context, status=400 if form.errors else 200)
