"""Blocking somebody, and taking it back, on their page."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.services import blocks


@login_required
@require_POST
def block(request: HttpRequest, username: str) -> HttpResponse:
    person = get_object_or_404(User, username__iexact=username, is_active=True)
    blocks.block(request.user, person)
    messages.success(
        request, _("You and %(name)s are not put at one table any more.") % {"name": person.name}
    )
    return redirect(person)


@login_required
@require_POST
def unblock(request: HttpRequest, username: str) -> HttpResponse:
    person = get_object_or_404(User, username__iexact=username, is_active=True)
    blocks.unblock(request.user, person)
    messages.success(
        request, _("You have taken your block of %(name)s back.") % {"name": person.name}
    )
    return redirect(person)
