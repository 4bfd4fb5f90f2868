"""The moderators' pages: cases, a player's record, sanctions, appeals, the audit log."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_GET, require_POST

from accounts.http import PersonRequest
from accounts.models import Appeal, Case, User
from accounts.permissions import may_moderate_all
from accounts.presenters import Show, moderation_desk, moderation_record
from accounts.refusals import BadDate, NoSuchAccount
from accounts.services import appeals, audit, reports, sanctions, usual_reasons
from accounts.services.people import find_people, user_named
from accounts.services.sanctions import user_formerly_named
from accounts.views.decorators import for_moderators, or_404, refill, require_second_step

ENTRIES = 50


@require_GET
@for_moderators
def desk(request: PersonRequest) -> HttpResponse:
    """Show the open cases and appeals; after a search, the record of the user found."""
    who = request.GET.get("who", "")
    matching = find_people(who)[:1] if who else []
    person = matching[0] if matching else user_formerly_named(who.strip().removeprefix("@"))
    if person is not None:
        return redirect("people:record", person.username)
    return _desk(request, who=who)


def _desk(request: PersonRequest, appeal_id: int = 0, *, who: str = "") -> HttpResponse:
    wanted = request.GET.get("show", "")
    show = Show(wanted) if wanted in Show.values else Show.OPEN
    context = {
        **moderation_desk(request.user, show, request.GET.get("page")),
        "verdicts": Appeal.Verdict.choices,
        "who": who,
    }
    return render(request, "moderation/desk.html", context)


@require_GET
@for_moderators
def case(request: PersonRequest, case_id: int) -> HttpResponse:
    return case_page(request, case_id)


def case_page(request: PersonRequest, case_id: int, act: str = "") -> HttpResponse:
    """Render a case, for views whose forms stand on its page."""
    opened = or_404(reports.case_for(request.user, case_id))
    context = {
        "case": opened,
        "mine": opened.claimed_by_id == request.user.pk,
        "may_claim": reports.may_claim(request.user, opened),
        "reports": reports.reports_of(opened),
        "remarks": reports.remarks_of(opened),
        "others": reports.accounts_of(opened),
        # What was ticked in a form that is refused.
        "ticked": request.POST.getlist("match"),
        "also": request.POST.getlist("also"),
        # Games have the first of these templates.
        "case_matches": ["moderation/_case_matches.html", "accounts/_no_case_matches.html"],
        **moderation_record(request.user, opened.about),
    }
    return render(request, "moderation/case.html", context)


@require_GET
@for_moderators
def record(request: PersonRequest, username: str) -> HttpResponse:
    """Show everything stored about a user's conduct; a former name leads to the present one."""
    if user_named(username) is None:
        return redirect("people:record", or_404(user_formerly_named(username)).username)
    return _record(request, username)


def _record(request: PersonRequest, username: str) -> HttpResponse:
    person = or_404(user_named(username))
    context = {"person": person, **moderation_record(request.user, person)}
    return render(request, "moderation/record.html", context)


def _case_or_record(request: PersonRequest, username: str) -> HttpResponse:
    case_id = _case_id(request)
    return _record(request, username) if case_id is None else case_page(request, case_id)


def _case_id(request: PersonRequest) -> int | None:
    """Return the id of the case whose page the form is on, or None.

    Python refuses to read numbers of thousands of digits. No case has more than 18.
    """
    given = request.POST.get("case", "")[:18]
    return int(given) if given.isdecimal() else None


def _of_sanction(request: PersonRequest, sanction_id: int) -> HttpResponse:
    return _case_or_record(request, or_404(sanctions.sanction_by_id(sanction_id)).user.username)


def _back(request: PersonRequest, person: User) -> HttpResponse:
    """Return to the page of the form: the case that it names, or the user's record."""
    case_id = _case_id(request)
    if case_id is None:
        return redirect("people:record", person.username)
    return redirect("people:case", case_id)


@require_POST
@for_moderators
@refill(case_page)
def act_on_case(request: PersonRequest, case_id: int, act: str) -> HttpResponse:
    if act == "claim":
        reports.claim(request.user, case_id)
    elif act == "release":
        reports.release(request.user, case_id)
    elif act == "remark":
        reports.remark(request.user, case_id, request.POST.get("text", ""))
    elif act == "add-account":
        named = user_named(request.POST.get("who", "").strip().removeprefix("@"))
        if named is None:
            raise NoSuchAccount(gettext_noop("No player has this name."))
        reports.add_account(request.user, case_id, named)
    elif act == "remove-account":
        reports.remove_account(
            request.user, case_id, or_404(user_named(request.POST.get("name", "")))
        )
    else:
        verdict, upheld = request.POST.get("verdict", ""), request.POST.get("upheld") == "yes"
        reports.close(request.user, case_id, upheld=upheld, verdict=verdict)
        messages.success(request, _("Case closed. The players who reported it have been notified."))
        return redirect("people:desk")
    return redirect("people:case", case_id)


@require_POST
@for_moderators
@refill(_case_or_record)
def give(request: PersonRequest, username: str) -> HttpResponse:
    """Give a sanction, from a user's record or from a claimed case."""
    person = or_404(user_named(username))
    case_id, until = _case_id(request), _until(request)
    kind, reason = request.POST.get("kind", ""), request.POST.get("reason", "")
    usual = request.POST.get("usual", "")
    with transaction.atomic():
        case = None if case_id is None else reports.claimed(request.user, case_id)
        ticked = () if case is None else _ticked(request, case)
        for one in (person, *ticked):
            words = usual_reasons.reason_for(one, usual, reason)
            sanctions.give(request.user, one, kind, words, until=until, case=case)
    messages.success(request, _("The sanction is in force."))
    return _back(request, person)


def _until(request: PersonRequest) -> datetime | None:
    """Return the end that a form gives as a number of days from now; None if it is empty."""
    days = request.POST.get("days", "")
    if not days:
        return None
    if not days.isdecimal() or len(days) > 4:
        raise BadDate(gettext_noop("Enter the days as a number up to 9999."))
    return timezone.now() + timedelta(days=int(days))


def _ticked(request: PersonRequest, case: Case) -> list[User]:
    """Return the further accounts of a case that are ticked in a form."""
    names = request.POST.getlist("also")[: reports.MOST_ACCOUNTS]
    return [one for one in reports.accounts_of(case) if one.username in names]


@require_POST
@for_moderators
@refill(_case_or_record)
def rename(request: PersonRequest, username: str) -> HttpResponse:
    person = or_404(user_named(username))
    renamed = sanctions.rename(request.user, person, request.POST.get("why", ""))
    messages.success(request, _("The name was removed."))
    return _back(request, renamed)


@require_POST
@for_moderators
@refill(_of_sanction)
def lift(request: PersonRequest, sanction_id: int) -> HttpResponse:
    sanction = or_404(sanctions.sanction_by_id(sanction_id))
    sanctions.lift(request.user, sanction, request.POST.get("why", ""))
    messages.success(request, _("The sanction is lifted."))
    return _back(request, sanction.user)


@require_POST
@for_moderators
@refill(_desk)
def decide(request: PersonRequest, appeal_id: int) -> HttpResponse:
    verdict, answer = request.POST.get("verdict", ""), request.POST.get("answer", "")
    until = _until(request) if verdict == Appeal.Verdict.SHORTENED else None
    appeals.decide(request.user, appeal_id, verdict, answer, until=until)
    messages.success(request, _("The appeal is decided."))
    return redirect("people:desk")


@require_GET
@for_moderators
def audit_log(request: PersonRequest) -> HttpResponse:
    """Show every act to senior moderators, newest first."""
    require_second_step(request, may_moderate_all(request.user))
    page = Paginator(audit.entries(), ENTRIES).get_page(request.GET.get("page"))
    return render(request, "moderation/audit_log.html", {"page": page})
