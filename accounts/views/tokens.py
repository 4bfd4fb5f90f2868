"""The user's own access tokens: made, listed, revoked."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.forms import TokenForm
from accounts.http import PersonRequest
from accounts.refusals import CannotMakeToken
from accounts.services import tokens
from accounts.services.bots import bots_of
from accounts.views.decorators import reauthenticated, render_refusals
from accounts.views.forms import saved, status_of


@login_required
@reauthenticated
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@render_refusals
def own_tokens(request: PersonRequest) -> HttpResponse:
    """Show the tokens and the form for a new one; the answer to the form shows the key, once."""
    form = TokenForm(request.POST if request.method == "POST" else None)
    new = saved(form, lambda: tokens.make(request.user, **form.cleaned_data), CannotMakeToken)
    made, key = new or (None, "")
    context = {
        "form": TokenForm() if new else form,
        "tokens": tokens.tokens_of(request.user),
        "bots": bots_of(request.user),
        "made": made,
        "key": key,
    }
    return render(request, "accounts/tokens.html", context, status=status_of(form))


@login_required
@require_POST
@render_refusals
def revoke(request: PersonRequest, token_id: int) -> HttpResponse:
    name = tokens.revoke(request.user, token_id)
    messages.success(request, _("Token “%(name)s” revoked.") % {"name": name})
    return redirect("people:tokens")
