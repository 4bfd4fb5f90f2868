"""The view that makes an account a bot's, permanently."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.forms import BotForm
from accounts.http import PersonRequest
from accounts.services import bots
from accounts.views.decorators import reauthenticated
from core.refusals import Refusal
from core.refusals.words import refusal_text


@login_required
@reauthenticated
@require_http_methods(["GET", "HEAD", "POST"])
def become_bot(request: PersonRequest) -> HttpResponse:
    form = BotForm(request.POST if request.method == "POST" else None)
    status = 200
    if form.is_valid():
        try:
            owner = bots.become(request.user, form.cleaned_data["key"])
        except Refusal as refusal:
            form.add_error(None, refusal_text(refusal))
            status = refusal.status
        else:
            words = _("This is now a bot account, run by @%(name)s.")
            messages.success(request, words % {"name": owner.username})
            return redirect(request.user)
    elif form.is_bound:
        status = 400
    return render(request, "accounts/bot.html", {"form": form}, status=status)
