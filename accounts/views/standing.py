"""What the house thinks of me: sanctions, appeals, and what came of my reports."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.http import PersonRequest
from accounts.models import Report
from accounts.presenters import moderation_status_html
from accounts.services import appeals, reports, sanctions
from accounts.services.people import active_named
from accounts.services.statistics import by_month
from accounts.views.doors import declining, found, next_page


@login_required
@require_GET
def standing(request: PersonRequest) -> HttpResponse:
    own = sanctions.known_to(request.user)
    answers = list(reports.answers_for(request.user)[:20])
    reports.read_answers(request.user)
    return render(request, "accounts/standing.html", {"sanctions": own, "answers": answers})


@login_required
@require_POST
def read(request: PersonRequest, sanction_id: int) -> HttpResponse:
    """The warning is read: back to where one was, or just the notice gone for htmx."""
    sanctions.read_warning(request.user, sanction_id)
    path = next_page(request)
    if getattr(request, "htmx", False):
        token = get_token(request)
        return HttpResponse(moderation_status_html(request.user, path=path, csrf_token=token))
    messages.success(request, _("Thank you. You can play on."))
    return HttpResponseRedirect(path or reverse("people:standing"))


@login_required
@require_POST
@declining
def appeal(request: PersonRequest, sanction_id: int) -> HttpResponse:
    appeals.appeal(request.user, sanction_id, request.POST.get("text", ""))
    messages.success(request, _("Your appeal is with the moderators. Another one will decide."))
    return redirect("people:standing")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@declining
def report(request: PersonRequest, username: str) -> HttpResponse:
    """Report a profile or a name; lines of chat and matches are reported where they stand."""
    person = found(active_named(username))
    if request.method == "POST":
        reports.report(
            request.user,
            person,
            reason=request.POST.get("reason", ""),
            subject=_whole_or_name(request),
            subject_id=person.username,
            note=request.POST.get("note", ""),
            evidence={"about": person.about},
        )
        messages.success(request, _("Thank you. The moderators will look into it."))
        return redirect(person)
    name = request.GET.get("what") == Report.Subject.NAME
    subjects = [
        (Report.Subject.PROFILE, _("The page, or how they behave"), not name),
        (Report.Subject.NAME, _("The name"), name),
    ]
    context = {"person": person, "reasons": Report.Reason.choices, "subjects": subjects}
    return render(request, "accounts/report.html", context)


def _whole_or_name(request: PersonRequest) -> str:
    """What of somebody is reported: their page, or what they call themselves."""
    name = request.POST.get("subject") == Report.Subject.NAME
    return Report.Subject.NAME if name else Report.Subject.PROFILE


@require_GET
def house(request: PersonRequest) -> HttpResponse:
    """How much there was to moderate, month by month; for everybody."""
    return render(request, "accounts/house.html", {"months": by_month()})
