"""A player's page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.services.blocks import has_blocked
from accounts.services.people import active_named
from accounts.views.doors import found

# Matches on a profile are told by whoever knows of matches: games lay that template.
MATCHES = ["profiles/_profile_matches.html", "accounts/_no_matches.html"]


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    person = found(active_named(username))
    if person.username != username:
        return redirect(person)
    context = {"person": person, "matches": MATCHES}
    if request.user.is_authenticated and request.user != person:
        context["blocked"] = has_blocked(request.user, person)
    return render(request, "accounts/profile.html", context)
