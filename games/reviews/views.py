"""The page of a match's review: request it, watch its progress, and read it; and all of mine."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.http import PersonRequest
from games.matches.decorators import open_for, page_view
from games.reviews import services
from games.reviews.presenters import review_page
from games.reviews.totals import totals_of


@page_view("GET", "HEAD", "POST")
def review(request: HttpRequest, match_id: str) -> HttpResponse:
    access = open_for(request, match_id)
    services.require_finished(access.match)
    if request.method == "POST":
        services.ask_for(request.user, access)
        return redirect("review", match_id)
    page = review_page(access, services.review_of(access.match))
    context = {"match": access.match, "page": page}
    if getattr(request, "htmx", False):
        return render(request, "reviews/_review.html", context)
    return render(request, "reviews/review.html", context)


@login_required
@page_view("GET", "HEAD", "POST")
def my_reviews(request: PersonRequest) -> HttpResponse:
    if request.method == "POST":
        services.choose_automatic(request.user, wanted=request.POST.get("automatic") == "on")
        messages.success(request, _("Settings saved."))
        return redirect("my_reviews")
    totals, latest = totals_of(request.user)
    automatic = services.is_automatic(request.user)
    context = {"totals": totals, "latest": latest, "automatic": automatic}
    return render(request, "reviews/my_reviews.html", context)
