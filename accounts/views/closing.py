"""One's own data: to take along, to have deleted, to keep after all."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_GET, require_POST

from accounts.http import PersonRequest
from accounts.refusals import NotSure
from accounts.services import closing
from accounts.services.emails import verified_email
from accounts.views.doors import declining, once_more


@login_required
@once_more
@require_GET
def data(request: PersonRequest) -> HttpResponse:
    context = {
        "days": closing.days(),
        "mailed": verified_email(request.user),
        "held": closing.holds_beyond(request.user),
    }
    return render(request, "accounts/data.html", context)


@login_required
@once_more
@require_POST
@declining
def delete(request: PersonRequest) -> HttpResponse:
    if request.POST.get("sure") != "yes":
        raise NotSure(gettext_noop("Tick the box first: say that you mean it."))
    closing.ask(request.user)
    return redirect("people:data")


@login_required
@require_POST
def keep(request: PersonRequest) -> HttpResponse:
    closing.keep(request.user)
    messages.success(request, _("Your account stays. Good to have you."))
    return redirect("home")
