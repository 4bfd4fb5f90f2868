"""What of oneself others may see."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.forms import PrivacyForm
from accounts.models import Privacy


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def privacy(request: HttpRequest) -> HttpResponse:
    chosen = Privacy.objects.filter(user=request.user.pk).first() or Privacy(user=request.user)
    form = PrivacyForm(request.POST or None, instance=chosen)
    if not form.is_valid():
        return render(request, "accounts/privacy.html", {"form": form})
    form.save()
    messages.success(request, _("Your choices are saved."))
    return redirect(request.user)
