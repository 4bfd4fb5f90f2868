"""The page on which somebody announces a vacation."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.http import PersonRequest
from games.engine.refusals import Refusal
from games.matches.decorators import page_view
from games.matches.forms import VacationForm
from games.matches.presenters.clocks import period_words
from games.matches.services import time_source, vacations
from refusals.words import refusal_text


@login_required
@page_view("GET", "HEAD", "POST")
def vacation(request: PersonRequest) -> HttpResponse:
    """Announce the first and the last day, or end what was announced."""
    form, status = VacationForm(request.POST or None), 200
    if request.method == "POST":
        try:
            if "end" in request.POST:
                vacations.end_vacation(request.user)
                messages.success(request, _("Welcome back: your clocks run again."))
                return redirect("vacation")
            if form.is_valid():
                days = form.cleaned_data
                vacations.announce_vacation(request.user, days["first"], days["last"])
                messages.success(request, _("Your vacation is announced."))
                return redirect("vacation")
            status = 400
        except Refusal as refusal:
            form.add_error(None, refusal_text(refusal))
            status = refusal.status
    now = time_source.now()
    away = vacations.announced(request.user, now)
    context = {
        "form": form,
        "away": away,
        "begun": away is not None and away.starts <= now,
        "days": period_words(away.starts, away.ends) if away else "",
        "left": vacations.days_left(request.user, now.year),
        "all": settings.VACATION_DAYS,
        "today": now.date(),
        "year": now.year,
    }
    return render(request, "matches/vacation.html", context, status=status)
