"""Views of guests: playing without an account, and making the account permanent."""

from collections.abc import Callable

from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.adapter import AccountAdapter
from accounts.forms import GuestConversionForm
from accounts.http import PersonRequest, note_device
from accounts.models import User
from accounts.services import guests
from accounts.services.people import copy_of
from accounts.views.decorators import next_page


@require_POST
def arrive(request: HttpRequest) -> HttpResponse:
    """Create a guest and sign in to it."""
    url = next_page(request) or settings.LOGIN_REDIRECT_URL
    if request.user.is_authenticated:
        return HttpResponseRedirect(url)
    if not settings.GUESTS:
        return redirect("account_signup")
    return answer_guest(request, lambda request: HttpResponseRedirect(url))


def answer_guest(request: HttpRequest, view: Callable[[HttpRequest], HttpResponse]) -> HttpResponse:
    """Sign in a new guest, and return a view's response to it."""
    limited: HttpResponse | None = ratelimit.consume_or_429(request, action="guest")
    if limited is not None:
        return limited
    guest = guests.new_guest()
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    request.session.set_expiry(guests.LIFETIME)
    response = view(request)
    note_device(request, response, guest)
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def convert(request: PersonRequest) -> HttpResponse:
    """Give a guest a name, an address and a password, and so a permanent account."""
    if not request.user.is_guest:
        return redirect("people:settings")
    # The form's own copy, so that a refused name does not show in the page's head.
    guest = copy_of(request.user)
    form = GuestConversionForm(request.POST or None)
    if request.method == "POST":
        limited: HttpResponse | None = ratelimit.consume_or_429(request, action="signup")
        if limited is not None:
            return limited
    if not form.is_valid() or not _convert(request, guest, form):
        return render(request, "accounts/convert_guest.html", {"form": form, "guest": request.user})
    messages.success(request, _("This account is now yours. Welcome!"))
    return redirect("home")


def _convert(request: HttpRequest, guest: User, form: GuestConversionForm) -> bool:
    """Convert the guest; return False, with an error in the form, if the name was just taken."""
    given = form.cleaned_data
    address = guests.convert(guest, given["username"], given["email"], given["password1"])
    if address is None:
        form.add_error("username", AccountAdapter.error_messages["username_taken"])
        return False
    update_session_auth_hash(request, guest)
    request.session.set_expiry(settings.SESSION_COOKIE_AGE)
    request.user = guest
    # As for a sign-up, only the mail says that an address belongs to an account already.
    send_verification_email_to_address(request, address, signup=True)
    return True
