"""What of oneself others may see."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.forms import PrivacyForm
from accounts.http import PersonRequest
from accounts.services.privacy import choice_of, choose


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def privacy(request: PersonRequest) -> HttpResponse:
    form = PrivacyForm(request.POST or None, instance=choice_of(request.user))
    if not form.is_valid():
        return render(request, "accounts/privacy.html", {"form": form})
    choose(form.instance)
    messages.success(request, _("Your choices are saved."))
    return redirect(request.user)
