"""Views of waiting tables and news, settings of notifications, and the link that stops mails."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse, RawPostDataException
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.csrf import csrf_exempt

from accounts.http import PersonRequest
from core.refusals.words import refusal_text
from games.engine.refusals import Refusal
from games.lobby.services.callers import choose_callers
from games.matches import client_json
from games.matches.decorators import View, page_view
from games.matches.pages import number_in
from games.matches.refusals import BadBody, BadWebhook
from games.notifications.models import Mailing
from games.notifications.news import what_waits
from games.notifications.presenters import settings_context
from games.notifications.services import channels, choices, inbox, reminders
from games.notifications.services.channels import SESSION_DEVICE
from games.notifications.services.quiet_hours import choose_quiet_hours


def setting(save: Callable[[PersonRequest], None]) -> View:
    """Make a view of a function that saves a setting from a form."""

    @login_required
    @page_view("POST")
    @wraps(save)
    def view(request: PersonRequest) -> HttpResponse:
        save(request)
        messages.success(request, _("Settings saved."))
        return redirect("notifications")

    return view


@login_required
@page_view("GET", "HEAD")
def notices(request: PersonRequest) -> HttpResponse:
    """Show waiting tables and news; what needs no answer counts as read afterwards."""
    context = what_waits(request.user)
    if request.method == "GET":
        inbox.mark_seen(request.user, context["rows"])
    return render(request, "notifications/notices.html", context)


@login_required
@page_view("GET", "HEAD")
def your_turn(request: HttpRequest) -> HttpResponse:
    """Redirect an older address, which mails and home screens may have."""
    return redirect("notices", permanent=True)


@login_required
@page_view("GET", "HEAD")
def notice(request: PersonRequest, notice_id: int) -> HttpResponse:
    """Go to the page of a notification, and mark it as read unless it waits for an answer."""
    found = inbox.notification_of(request.user, notice_id)
    if request.method == "GET":
        inbox.mark_seen(request.user, [found])
    return redirect(found.url)


@login_required
@page_view("POST")
def read_notices(request: PersonRequest) -> HttpResponse:
    inbox.mark_all_read(request.user)
    return redirect("notices")


@setting
def kinds(request: PersonRequest) -> None:
    choices.choose(request.user, request.POST.getlist("wanted"))


@login_required
@page_view("GET", "HEAD")
def page(request: PersonRequest) -> HttpResponse:
    return render(request, "notifications/notifications.html", settings_context(request.user))


@setting
def callers(request: PersonRequest) -> None:
    choose_callers(request.user, request.POST.get("callers", ""))


@setting
def mail(request: PersonRequest) -> None:
    channels.set_mail(request.user, request.POST.get("mode", ""), request.POST.get("hour", ""))


@setting
def quiet_hours(request: PersonRequest) -> None:
    hours = request.POST.get("begins", ""), request.POST.get("ends", "")
    choose_quiet_hours(request.user, *hours)


@setting
def remind(request: PersonRequest) -> None:
    """Save how long before the end of their time the user is reminded."""
    reminders.choose_hours(request.user, request.POST.get("hours", ""))


@login_required
@page_view("POST")
def webhook(request: PersonRequest) -> HttpResponse:
    """Save the address, remove it, or renew the secret, as the button says."""
    act = request.POST.get("act")
    if act == "remove":
        channels.remove_webhook(request.user)
        messages.success(request, _("Webhook removed."))
    elif act == "renew":
        channels.renew_secret(request.user)
        messages.success(request, _("The webhook has a new secret."))
    else:
        url = request.POST.get("url", "")
        try:
            channels.set_webhook(request.user, url)
        except BadWebhook as refusal:
            context = {**settings_context(request.user), "url": url, "wrong": refusal_text(refusal)}
            status = refusal.status
            return render(request, "notifications/notifications.html", context, status=status)
        messages.success(request, _("Webhook saved. Send a test to check that it works."))
    return redirect("notifications")


@login_required
@page_view("POST")
def add_device(request: PersonRequest) -> HttpResponse:
    """Store a browser's subscription, as JSON, from the script of the page."""
    unread = gettext_noop("This browser’s subscription can’t be read. Try again.")
    try:
        given = client_json.parse(request.body)
        keys = given["keys"]
        fields = given["endpoint"], keys["p256dh"], keys["auth"]
    except (BadBody, KeyError, TypeError, RawPostDataException):
        raise BadBody(unread) from None
    device = channels.add_device(request.user, *fields, request.headers.get("User-Agent", ""))
    request.session[SESSION_DEVICE] = device.pk
    messages.success(request, _("This browser will notify you from now on."))
    return JsonResponse({"id": device.pk}, status=201)


@login_required
@page_view("POST")
def remove_device(request: PersonRequest, device_id: int) -> HttpResponse:
    channels.remove_device(request.user, device_id)
    messages.success(request, _("That browser won’t notify you any more."))
    return redirect("notifications")


@login_required
@page_view("POST")
def test(request: PersonRequest) -> HttpResponse:
    """Send a test now; its result is in the log on the page."""
    device = number_in(request, "device") or None
    try:
        channels.send_test(request.user, request.POST.get("channel", ""), device)
    except Refusal as refusal:
        messages.warning(request, refusal_text(refusal))
    else:
        messages.success(request, _("A test is on its way. You’ll see the result below."))
    return redirect("notifications")


@csrf_exempt
@page_view("GET", "HEAD", "POST")
def stop_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Stop the mails by the link in every mail, also signed out; a GET changes nothing (RFC 8058).

    The token is the permission: a mail program posts without a cookie, and without a CSRF token.
    """
    user = channels.owner_of(token)
    stopped = request.method == "POST"
    if stopped:
        channels.set_mail(user, Mailing.Mode.NEVER)
    context = {"stopped": stopped, "token": token}
    response = render(request, "notifications/stop_mail.html", context)
    response["Referrer-Policy"] = "no-referrer"
    return response
