"""One's own data: to take along, to have deleted, to keep after all."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.services import closing
from accounts.services.declined import Declined
from accounts.services.emails import verified_email
from accounts.views.doors import declining


@login_required
@reauthentication_required
@require_GET
def data(request: HttpRequest) -> HttpResponse:
    context = {
        "days": closing.days(),
        "mailed": verified_email(request.user),
        "held": closing.holds_beyond(request.user),
    }
    return render(request, "accounts/data.html", context)


@login_required
@reauthentication_required
@require_POST
@declining
def delete(request: HttpRequest) -> HttpResponse:
    if request.POST.get("sure") != "yes":
        raise Declined("not-sure", _("Tick the box first: say that you mean it."), 400)
    closing.ask(request.user)
    return redirect("people:data")


@login_required
@require_POST
def keep(request: HttpRequest) -> HttpResponse:
    closing.keep(request.user)
    messages.success(request, _("Your account stays. Good to have you."))
    return redirect("home")
