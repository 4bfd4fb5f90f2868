"""How somebody is told that a table waits: the settings, and the link that stops the mails."""

from __future__ import annotations

import json
from functools import cache

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse, RawPostDataException
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.csrf import csrf_exempt

from games.engine.refusals import Refusal
from games.models import Mailing
from games.presenters.notices import told
from games.presenters.words import say
from games.services.notices import ways
from games.services.refusals import BadBody, BadWebhook, status_of
from games.signals import SESSION_DEVICE
from games.views.doors import door


@login_required
@door("GET", "HEAD")
def page(request: HttpRequest) -> HttpResponse:
    return render(request, "games/notifications.html", told(request.user))


@login_required
@door("POST")
def mail(request: HttpRequest) -> HttpResponse:
    ways.set_mail(request.user, request.POST.get("mode", ""))
    messages.success(request, _("Your choice is saved."))
    return redirect("notifications")


@login_required
@door("POST")
def webhook(request: HttpRequest) -> HttpResponse:
    """Save the address, remove it, or draw a new secret, as the button says."""
    act = request.POST.get("act")
    if act == "remove":
        ways.remove_webhook(request.user)
        messages.success(request, _("The webhook is removed."))
    elif act == "renew":
        ways.renew_secret(request.user)
        messages.success(request, _("The webhook has a new secret."))
    else:
        url = request.POST.get("url", "")
        try:
            ways.set_webhook(request.user, url)
        except BadWebhook as refusal:
            context = {**told(request.user), "url": url, "wrong": say(refusal)}
            status = status_of(refusal)
            return render(request, "games/notifications.html", context, status=status)
        messages.success(request, _("The webhook is saved. Send a test to see it work."))
    return redirect("notifications")


@login_required
@door("POST")
def add_device(request: HttpRequest) -> HttpResponse:
    """A browser's subscription, as JSON, from the script of the page."""
    unread = gettext_noop("This browser’s subscription cannot be read. Try again.")
    try:
        given = json.loads(request.body)
        keys = given["keys"]
        fields = given["endpoint"], keys["p256dh"], keys["auth"]
    except (ValueError, RecursionError, KeyError, TypeError, RawPostDataException):
        raise BadBody(unread) from None
    device = ways.add_device(request.user, *fields, request.headers.get("User-Agent", ""))
    request.session[SESSION_DEVICE] = device.pk
    messages.success(request, _("This browser tells you from now on."))
    return JsonResponse({"id": device.pk}, status=201)


@login_required
@door("POST")
def remove_device(request: HttpRequest, device_id: int) -> HttpResponse:
    ways.remove_device(request.user, device_id)
    messages.success(request, _("That browser tells you nothing any more."))
    return redirect("notifications")


@login_required
@door("POST")
def test(request: HttpRequest) -> HttpResponse:
    """Send something now. What came of it stands in the log below."""
    device = request.POST.get("device", "")
    number = int(device) if device.isdecimal() and len(device) < 18 else None
    try:
        ways.send_test(request.user, request.POST.get("channel", ""), number)
    except Refusal as refusal:
        messages.warning(request, say(refusal))
    else:
        messages.success(request, _("A test is on its way. Below you see what comes of it."))
    return redirect("notifications")


@csrf_exempt
@door("GET", "HEAD", "POST")
def stop_mail(request: HttpRequest, token: str) -> HttpResponse:
    """The link in every mail. It works signed out; looking at it changes nothing (RFC 8058).

    The token is the permission: a mail program posts without a cookie, and without a CSRF token.
    """
    user = ways.owner_of(token)
    stopped = request.method == "POST"
    if stopped:
        ways.set_mail(user, Mailing.Mode.NEVER)
    context = {"stopped": stopped, "token": token}
    response = render(request, "games/stop_mail.html", context)
    response["Referrer-Policy"] = "no-referrer"
    return response


@door("GET", "HEAD")
def push_worker(request: HttpRequest) -> HttpResponse:
    """The script that shows notifications. At the root, so that it may open any page of ours."""
    response = HttpResponse(_worker_script(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@cache
def _worker_script() -> str:
    return (settings.BASE_DIR / "static" / "js" / "push-worker.js").read_text("utf-8")
