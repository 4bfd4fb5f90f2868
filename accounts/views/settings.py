"""The user's own settings: profile, privacy, devices, and deletion of the account."""

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_noop, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django.views.i18n import set_language

from accounts.forms import PrivacyForm, ProfileForm, ShieldForm
from accounts.http import PersonRequest, set_language_cookie, set_zone_cookie
from accounts.models import NameTaken, User
from accounts.permissions import may_edit_profile
from accounts.refusals import NotSure
from accounts.services import deletion
from accounts.services.blocks import blocked_by
from accounts.services.bots import bots_of
from accounts.services.emails import unverified_email, verified_email
from accounts.services.people import (
    copy_of,
    note_language,
    note_zone,
    save_language,
    save_profile,
    save_shield,
)
from accounts.services.privacy import choice_of, choose
from accounts.services.sessions import end_device, sign_out_everywhere
from accounts.shields import variations
from accounts.views.decorators import reauthenticated, render_refusals
from core.languages.local_time import is_british


@login_required
@require_GET
def overview(request: PersonRequest) -> HttpResponse:
    context = {
        "two_step": is_mfa_enabled(request.user),
        "unverified": unverified_email(request.user),
        "blocked": blocked_by(request.user),
    }
    return render(request, "accounts/settings.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_profile(request: PersonRequest) -> HttpResponse:
    # The form works on a copy, so that a refused name does not show in the page's head.
    person = copy_of(request.user)
    form = ProfileForm(request.POST or None, instance=person)
    if form.is_valid() and {"display_name", "about"} & set(form.changed_data):
        allowed = may_edit_profile(request.user)
        if not allowed:
            form.add_error(None, allowed.reason)
    if not form.is_valid():
        return render(request, "accounts/profile_edit.html", {"form": form})
    try:
        save_profile(person, form.fields)
    except NameTaken:
        form.refuse_name()
        return render(request, "accounts/profile_edit.html", {"form": form})
    with override(person.language or get_language()):
        messages.success(request, _("Profile saved."))
    response = redirect(person)
    if "language" in form.changed_data:
        set_language_cookie(response, person.language)
    if "time_zone" in form.changed_data:
        set_zone_cookie(response, person.time_zone)
    return response


def choose_language(request: HttpRequest) -> HttpResponse:
    """Set the language of later pages, and of the emails to a user who is signed in."""
    response: HttpResponse = set_language(request)
    code = request.POST.get("language", "")
    if isinstance(request.user, User) and code in dict(settings.LANGUAGES):
        save_language(request.user, code)
    return response


@login_required
@render_refusals
@require_POST
def note_time_zone(request: PersonRequest) -> HttpResponse:
    """Store the browser's time zone, as a script sends it, and the page's language.

    Those that the user has chosen stay.
    """
    zone = request.POST.get("time_zone", "")
    note_language(request.user, get_language() or "")
    note_zone(request.user, zone, british=is_british(request))
    response = HttpResponse(status=204)
    set_zone_cookie(response, request.user.time_zone)
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_shield(request: PersonRequest) -> HttpResponse:
    seeded = request.POST.get("from_name") is not None
    form = ShieldForm(request.POST if request.method == "POST" else None)
    if not (seeded or form.is_valid()):
        now = request.user.shield
        context = {"form": form, "now": now, "parts": variations(now)}
        return render(request, "accounts/shield.html", context, status=400 if form.errors else 200)
    save_shield(request.user, None if seeded else form.shield())
    messages.success(request, _("Shield saved."))
    return redirect(request.user)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def privacy(request: PersonRequest) -> HttpResponse:
    form = PrivacyForm(request.POST or None, instance=choice_of(request.user))
    if not form.is_valid():
        return render(request, "accounts/privacy.html", {"form": form})
    choose(form.instance)
    messages.success(request, _("Settings saved."))
    return redirect(request.user)


@login_required
@require_POST
def end_one_device(request: PersonRequest, session_id: int) -> HttpResponse:
    if end_device(request.user, session_id):
        messages.success(request, _("Device signed out."))
    else:
        messages.info(request, _("That device was already signed out."))
    return redirect("usersessions_list")


@login_required
@require_POST
def end_everywhere(request: PersonRequest) -> HttpResponse:
    sign_out_everywhere(request.user)
    logout(request)
    messages.success(request, _("You are signed out everywhere."))
    return redirect("account_login")


@login_required
@reauthenticated
@require_GET
def data(request: PersonRequest) -> HttpResponse:
    """Show the user's own data, to download or to delete with the account."""
    context = {
        "days": settings.CLOSING_DAYS,
        "mailed": verified_email(request.user),
        "bots": bots_of(request.user),
        "held": deletion.is_sanction_outlasting(request.user),
    }
    return render(request, "accounts/data.html", context)


@login_required
@reauthenticated
@require_POST
@render_refusals
def request_deletion(request: PersonRequest) -> HttpResponse:
    if request.POST.get("sure") != "yes":
        raise NotSure(gettext_noop("Tick the box first to confirm."))
    deletion.request_deletion(request.user)
    return redirect("people:data")


@login_required
@require_POST
def cancel_deletion(request: PersonRequest) -> HttpResponse:
    deletion.cancel_deletion(request.user)
    messages.success(request, _("Your account stays. Good to have you back!"))
    return redirect("home")
