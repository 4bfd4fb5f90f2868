"""The page on which somebody announces a vacation."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from games.engine.refusals import Refusal
from games.forms import VacationForm
from games.presenters.clocks import period_words
from games.presenters.words import say
from games.services.refusals import status_of
from games.services.vacations import announce_vacation, announced, days_left, end_vacation
from games.views.doors import door


@login_required
@door("GET", "HEAD", "POST")
def vacation(request: HttpRequest) -> HttpResponse:
    """Announce the first and the last day, or end what was announced."""
    form, status = VacationForm(request.POST or None), 200
    if request.method == "POST":
        try:
            if "end" in request.POST:
                end_vacation(request.user)
                messages.success(request, _("Welcome back: your clocks run again."))
                return redirect("vacation")
            if form.is_valid():
                days = form.cleaned_data
                announce_vacation(request.user, days["first"], days["last"])
                messages.success(request, _("Your vacation is announced."))
                return redirect("vacation")
            status = 400
        except Refusal as refusal:
            form.add_error(None, say(refusal))
            status = status_of(refusal)
    now = timezone.now()
    away = announced(request.user, now)
    context = {
        "form": form,
        "away": away,
        "begun": away is not None and away.starts <= now,
        "days": period_words(away.starts, away.ends) if away else "",
        "left": days_left(request.user, now.year),
        "all": settings.VACATION_DAYS,
        "today": now.date(),
        "year": now.year,
    }
    return render(request, "games/vacation.html", context, status=status)
