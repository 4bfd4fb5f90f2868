"""Views to follow and unfollow a user, by a form that htmx replaces in place."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.http import PersonRequest
from accounts.models import User
from accounts.services import follows
from accounts.services.people import active_user_named
from accounts.views.decorators import next_page, or_404, render_refusals


@login_required
@require_POST
@render_refusals
def follow(request: PersonRequest, username: str) -> HttpResponse:
    person = or_404(active_user_named(username))
    follows.follow(request.user, person)
    return _answer(request, person, _("You’re now following %(name)s."))


@login_required
@require_POST
@render_refusals
def unfollow(request: PersonRequest, username: str) -> HttpResponse:
    person = or_404(active_user_named(username))
    follows.unfollow(request.user, person)
    return _answer(request, person, _("You no longer follow %(name)s."))


def _answer(request: PersonRequest, person: User, words: str) -> HttpResponse:
    """Return the new form for htmx, else a redirect to the former page with a message."""
    url = next_page(request)
    if getattr(request, "htmx", False):
        relation = follows.relations(request.user, [person.pk])[person.pk]
        context = {"person": person, "relation": relation, "next": url, "said": True}
        return render(request, "accounts/_follow.html", context)
    messages.success(request, words % {"name": person.name})
    return HttpResponseRedirect(url or person.get_absolute_url())
