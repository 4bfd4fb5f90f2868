"""The moderators' pages: cases, a player's record, sanctions, appeals, the book of acts."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.models import Appeal, AuditEntry, Case, Report, Sanction, User
from accounts.permissions import may_moderate_all
from accounts.services import appeals, renaming, reports, sanctions
from accounts.services.declined import Declined
from accounts.services.devices import shares_device
from accounts.services.people import called
from accounts.views.doors import for_moderators, require_second_step

ENTRIES = 50
# How somebody plays is told by whoever knows of matches: games lay that template.
MATCHES = ["games/_record_matches.html", "accounts/_no_matches.html"]


@require_GET
@for_moderators
def desk(request: HttpRequest) -> HttpResponse:
    """What waits: cases by weight and age, appeals by age; or the record of who is looked for."""
    who = request.GET.get("who", "")
    found = called(who)[:1] if who else []
    if found:
        return redirect("people:record", found[0].username)
    context = {
        "cases": reports.waiting(request.user),
        "appeals": appeals.waiting(request.user),
        "verdicts": Appeal.Verdict.choices,
        "who": who,
    }
    return render(request, "moderation/desk.html", context)


@require_GET
@for_moderators
def case(request: HttpRequest, case_id: int) -> HttpResponse:
    found = get_object_or_404(Case.objects.select_related("about", "claimed_by"), pk=case_id)
    _require_uninvolved(request.user, found)
    context = {
        "case": found,
        "mine": found.claimed_by_id == request.user.pk,
        "reports": found.reports.select_related("reporter"),
        **_record(request.user, found.about),
    }
    return render(request, "moderation/case.html", context)


@require_GET
@for_moderators
def record(request: HttpRequest, username: str) -> HttpResponse:
    """Everything the house knows of how somebody behaved."""
    person = get_object_or_404(User, username__iexact=username)
    if person.pk == request.user.pk:
        raise Declined("own-case", _("Nobody decides on their own case."), 403)
    return render(
        request, "moderation/record.html", {"person": person, **_record(request.user, person)}
    )


@require_POST
@for_moderators
def act_on_case(request: HttpRequest, case_id: int, act: str) -> HttpResponse:
    if act == "claim":
        reports.claim(request.user, case_id)
    elif act == "release":
        reports.release(request.user, case_id)
    else:
        verdict, upheld = request.POST.get("verdict", ""), request.POST.get("upheld") == "yes"
        reports.close(request.user, case_id, upheld=upheld, verdict=verdict)
        messages.success(request, _("The case is closed, and its reporters are told."))
        return redirect("people:desk")
    return redirect("people:case", case_id)


@require_POST
@for_moderators
def give(request: HttpRequest, username: str) -> HttpResponse:
    """Put somebody under a sanction, from their record or from a case one works on."""
    person = get_object_or_404(User, username__iexact=username)
    days, case_id = request.POST.get("days", ""), request.POST.get("case", "")
    until = None
    if days:
        if not days.isdecimal() or len(days) > 4:
            raise Declined("bad-date", _("Give the days as a number, up to 9999."), 400)
        until = timezone.now() + timedelta(days=int(days))
    found = reports.claimed_now(request.user, int(case_id)) if case_id.isdecimal() else None
    kind, reason = request.POST.get("kind", ""), request.POST.get("reason", "")
    sanctions.give(request.user, person, kind, reason, until=until, case=found)
    messages.success(request, _("It holds at once."))
    return (
        redirect("people:case", found.pk) if found else redirect("people:record", person.username)
    )


@require_POST
@for_moderators
def rename(request: HttpRequest, username: str) -> HttpResponse:
    person = get_object_or_404(User, username__iexact=username)
    renamed = renaming.rename(request.user, person, request.POST.get("why", ""))
    messages.success(request, _("The name is gone."))
    return redirect("people:record", renamed.username)


@require_POST
@for_moderators
def lift(request: HttpRequest, sanction_id: int) -> HttpResponse:
    found = get_object_or_404(Sanction.objects.select_related("user"), pk=sanction_id)
    sanctions.lift(request.user, found, request.POST.get("why", ""))
    messages.success(request, _("The sanction is lifted."))
    return redirect("people:record", found.user.username)


@require_POST
@for_moderators
def decide(request: HttpRequest, appeal_id: int) -> HttpResponse:
    verdict, answer = request.POST.get("verdict", ""), request.POST.get("answer", "")
    appeals.decide(request.user, appeal_id, verdict, answer)
    messages.success(request, _("The appeal is decided."))
    return redirect("people:desk")


@require_GET
@for_moderators
def book(request: HttpRequest) -> HttpResponse:
    """Every act, the newest first; for seniors."""
    require_second_step(request, may_moderate_all(request.user))
    page = Paginator(AuditEntry.objects.all(), ENTRIES).get_page(request.GET.get("page"))
    return render(request, "moderation/book.html", {"page": page})


def _record(reader: User, person: User) -> dict[str, object]:
    """What a record page shows of somebody; of devices only whether there is a hint.

    Nothing that they reported about its reader: nobody sees their own case.
    """
    made = person.reports_made.exclude(case__about=reader).select_related("case__about")
    about = Report.objects.filter(case__about=person).select_related("case")
    return {
        "about": person,
        "past_reports": about.order_by("-made_at")[:ENTRIES],
        "made_reports": made.order_by("-made_at")[:10],
        "sanctions": person.sanctions.select_related("given_by", "lifted_by"),
        "shared_device": shares_device(person),
        "acts": AuditEntry.objects.filter(about_id=person.pk)[:ENTRIES],
        "kinds": Sanction.Kind.choices,
        "matches": MATCHES,
    }


def _require_uninvolved(moderator: User, found: Case) -> None:
    if found.about_id == moderator.pk or found.reports.filter(reporter=moderator).exists():
        raise Declined("own-case", _("Nobody decides on their own case."), 403)
