"""The page of a match's review: request it, watch its progress, and read it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.matches.decorators import open_for, page_view
from games.reviews import services
from games.reviews.presenters import review_page


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
