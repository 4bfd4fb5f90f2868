"""The views that make an account a bot's, permanently, with a code of its owner."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.forms import BotForm
from accounts.http import PersonRequest
from accounts.services import bots
from accounts.views.decorators import reauthenticated
from accounts.views.forms import saved, status_of
from core.refusals import Refusal
from core.refusals.words import refusal_text


@login_required
@reauthenticated
@require_http_methods(["GET", "HEAD", "POST"])
def become_bot(request: PersonRequest) -> HttpResponse:
    form = BotForm(request.POST if request.method == "POST" else None)
    owner = saved(form, lambda: bots.become(request.user, form.cleaned_data["code"]), Refusal)
    if owner is not None:
        words = _("This is now a bot account, run by @%(name)s.")
        messages.success(request, words % {"name": owner.username})
        return redirect("people:tokens")
    return render(request, "accounts/bot.html", {"form": form}, status=status_of(form))


@login_required
@reauthenticated
@never_cache
@require_POST
def bot_code(request: PersonRequest) -> HttpResponse:
    """Show a code with which another account becomes a bot of this user."""
    try:
        code = bots.make_code(request.user)
    except Refusal as refusal:
        messages.error(request, refusal_text(refusal))
        return redirect("people:tokens")
    return render(request, "accounts/bot_code.html", {"code": code})
