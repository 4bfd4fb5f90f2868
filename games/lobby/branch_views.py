"""The view to play on from a step of a finished match: the form, and the table it opens."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from core.refusals import Refusal
from games.lobby.branch_forms import BranchForm
from games.lobby.services import branching
from games.matches.decorators import open_for, page_view
from games.matches.presenters.replay import replay_for


@page_view("GET", "HEAD", "POST")
def play_on(request: HttpRequest, match_id: str) -> HttpResponse:
    access = open_for(request, match_id)
    branching.require_finished(access.match)
    status = 200
    if request.method == "POST":
        form = BranchForm(access, request.POST)
        if form.is_valid():
            try:
                wanted, sure = form.branch_request(), form.cleaned_data["sure"]
                return redirect(branching.play_on(request.user, access, wanted, sure=sure))
            except Refusal as refusal:
                status = form.refuse(refusal)
        else:
            status = 400
    else:
        step, view = request.GET.get("step", ""), request.GET.get("view", "")
        seat = branching.usual_seat(access, view)
        form = BranchForm(access, initial={"step": step, "seat": seat})
    step = str(form["step"].value() or "")
    shown = replay_for(access, step, "all")
    context = {"match": access.match, "form": form, "replay": shown, "table": shown.table}
    return render(request, "lobby/play_on.html", context, status=status)
