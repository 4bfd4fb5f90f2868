"""Blocking somebody, and taking it back, on their page."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.http import PersonRequest
from accounts.services import blocks
from accounts.services.people import active_named
from accounts.views.doors import found


@login_required
@require_POST
def block(request: PersonRequest, username: str) -> HttpResponse:
    person = found(active_named(username))
    blocks.block(request.user, person)
    messages.success(
        request, _("You and %(name)s are not put at one table any more.") % {"name": person.name}
    )
    return redirect(person)


@login_required
@require_POST
def unblock(request: PersonRequest, username: str) -> HttpResponse:
    person = found(active_named(username))
    blocks.unblock(request.user, person)
    messages.success(
        request, _("You have taken your block of %(name)s back.") % {"name": person.name}
    )
    return redirect(person)
