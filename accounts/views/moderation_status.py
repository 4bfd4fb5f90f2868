"""The user's own sanctions, appeals and reports; and the public statistics of moderation."""

from __future__ import annotations

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.forms import UsernameForm
from accounts.http import PersonRequest
from accounts.models import NameTaken, Report
from accounts.presenters import moderation_by_month, moderation_status_html
from accounts.refusals import require
from accounts.services import appeals, reports, sanctions
from accounts.services.people import active_user_named, copy_of
from accounts.views.decorators import next_page, or_404, refill, render_refusals

OWN_REPORTS = 40


@login_required
@require_GET
def moderation_status(request: PersonRequest) -> HttpResponse:
    return _status(request)


def _status(
    request: PersonRequest, sanction_id: int = 0, form: UsernameForm | None = None
) -> HttpResponse:
    own = sanctions.visible_to(request.user)
    own_reports = list(reports.reports_by(request.user)[:OWN_REPORTS])
    reports.read_answers(request.user)
    if form is None and sanctions.has_assigned_name(request.user):
        form = UsernameForm(instance=copy_of(request.user))
    renames = sanctions.renames_of(request.user)
    context = {"sanctions": own, "own_reports": own_reports, "renames": renames, "form": form}
    return render(request, "accounts/moderation_status.html", context)


@login_required
@require_POST
def read_warning(request: PersonRequest, sanction_id: int) -> HttpResponse:
    """Mark a warning as read, and return to its page, or return its fragment for htmx."""
    sanctions.read_warning(request.user, sanction_id)
    path = next_page(request)
    if getattr(request, "htmx", False):
        token = get_token(request)
        return HttpResponse(moderation_status_html(request.user, path=path, csrf_token=token))
    messages.success(request, _("Thank you. You can continue playing."))
    return HttpResponseRedirect(path or reverse("people:standing"))


@login_required
@require_POST
@render_refusals
@refill(_status)
def appeal(request: PersonRequest, sanction_id: int) -> HttpResponse:
    appeals.appeal(request.user, sanction_id, request.POST.get("text", ""))
    messages.success(request, _("Your appeal was sent. Another moderator will decide."))
    return redirect("people:standing")


@login_required
@require_POST
@render_refusals
def choose_username(request: PersonRequest) -> HttpResponse:
    """Store the username that a player chooses after a moderator removed the last one."""
    require(sanctions.may_choose_username(request.user))
    limited: HttpResponse | None = ratelimit.consume_or_429(request, action="signup")
    if limited is not None:
        return limited
    form = UsernameForm(request.POST, instance=copy_of(request.user))
    if not form.is_valid():
        return _status(request, form=form)
    try:
        user = sanctions.choose_username(request.user, form.cleaned_data["username"])
    except NameTaken:
        form.refuse_name()
        return _status(request, form=form)
    words = _("Your username is %(name)s now. Sign in with it.")
    messages.success(request, words % {"name": user.username})
    return redirect(user)


def _report_form(request: PersonRequest, username: str) -> HttpResponse:
    person = or_404(active_user_named(username))
    name = Report.Subject.NAME in (request.GET.get("what"), request.POST.get("subject"))
    subjects = [
        (Report.Subject.PROFILE, _("The profile page, or their behaviour"), not name),
        (Report.Subject.NAME, _("The name"), name),
    ]
    context = {"person": person, "reasons": Report.Reason.choices, "subjects": subjects}
    return render(request, "accounts/report.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@render_refusals
@refill(_report_form)
def report(request: PersonRequest, username: str) -> HttpResponse:
    """Report a profile or a name; lines of chat and matches are reported at their tables."""
    person = or_404(active_user_named(username))
    if request.method == "POST":
        name = request.POST.get("subject") == Report.Subject.NAME
        reports.report(
            request.user,
            person,
            reason=request.POST.get("reason", ""),
            subject=Report.Subject.NAME if name else Report.Subject.PROFILE,
            subject_id=person.username,
            note=request.POST.get("note", ""),
            evidence={"about": person.about},
        )
        messages.success(request, _("Thank you. The moderators will look into it."))
        return redirect(person)
    return _report_form(request, username)


@require_GET
def statistics(request: PersonRequest) -> HttpResponse:
    """Show everyone the counts of moderation by month."""
    return render(request, "accounts/moderation_by_month.html", {"months": moderation_by_month()})
