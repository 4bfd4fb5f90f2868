"""A user's channels: mail, browsers, a webhook; tests of them, and the link that stops mail."""

from __future__ import annotations

import secrets
from base64 import b64encode
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.utils.translation import gettext_noop as _

from accounts.models import User
from accounts.services.emails import verified_email
from core.monitoring.rate_limit import limit_use
from games.matches.refusals import BadDevice, BadWebhook, NoSuchChannel, TooMany
from games.matches.services import time_source
from games.notifications.models import (
    AGENT_LENGTH,
    DIGEST_HOUR,
    URL_LENGTH,
    Delivery,
    Mailing,
    PushDevice,
    Webhook,
)
from games.notifications.services.digests import next_digest
from games.notifications.services.http_guard import BadAddress, read_url
from games.notifications.services.webpush import is_browsers_key

MAIL_PATIENCE = timedelta(minutes=5)
"""How long a table waits before a mail is sent."""
DEVICES_EACH = 10
TESTS_EACH, TESTS_SECONDS = 5, 300
"""The most tests of a user's channels, and within how many seconds."""
SESSION_DEVICE = "push_device"
"""The key of a browser's session for the id of its push device."""
STOP_SALT = "games.stop-mail"

ADDRESS_WORDS = {
    "not-https": _("A webhook’s address must begin with https://."),
    "port": _("A webhook must use port 443 or 8443."),
    "private": _("A webhook’s address must be one on the public internet."),
    "not-an-address": _("We can’t send to this address."),
}


def set_mail(user: User, mode: str, hour: str = "") -> None:
    """Set when to mail a user; mail that failures had turned off is turned on.

    Args:
        user: The user.
        mode: A `Mailing.Mode`.
        hour: The hour of daily mails in the user's time zone, "0" to "23"; "" for the usual one.

    Raises:
        NoSuchChannel: the mode or the hour is unknown.
    """
    if mode not in Mailing.Mode.values or hour not in ("", *map(str, range(24))):
        raise NoSuchChannel(_("There is no such choice."))
    at = int(hour or DIGEST_HOUR)
    daily = mode == Mailing.Mode.DAILY
    chosen = {
        "mode": mode,
        "failures": 0,
        "stopped_at": None,
        "hour": at,
        "next_at": next_digest(user, at, time_source.now()) if daily else None,
    }
    was_daily = Mailing.objects.filter(user=user, mode=Mailing.Mode.DAILY).exists()
    Mailing.objects.update_or_create(user=user, defaults=chosen)
    if mode != Mailing.Mode.AT_ONCE:
        Delivery.objects.filter(
            user=user, channel=Delivery.Channel.MAIL, state=Delivery.State.WAITING
        ).delete()
    elif was_daily:
        # What would have waited for the daily mail is sent soon, if there is anything.
        soon = time_source.now() + MAIL_PATIENCE
        mailed = Delivery(user=user, channel=Delivery.Channel.MAIL, key="mail", due_at=soon)
        Delivery.objects.bulk_create([mailed], ignore_conflicts=True)


def set_webhook(user: User, url: str) -> Webhook:
    """Set a user's webhook, and turn it on again; raise BadWebhook."""
    chosen = {"url": checked_url(url), "failures": 0, "stopped_at": None}
    hook, _new = Webhook.objects.update_or_create(
        user=user, defaults=chosen, create_defaults={**chosen, "secret": new_secret()}
    )
    return hook


def checked_url(url: str) -> str:
    """Return the address of a webhook as it is stored; raise BadWebhook."""
    url = url.strip()
    try:
        if len(url) > URL_LENGTH:
            raise BadAddress("not-an-address")
        read_url(url)
    except BadAddress as error:
        raise BadWebhook(ADDRESS_WORDS[error.args[0]]) from None
    return url


def remove_webhook(user: User) -> None:
    Webhook.objects.filter(user=user).delete()
    Delivery.objects.filter(
        user=user,
        channel=Delivery.Channel.WEBHOOK,
        group_webhook=None,
        state=Delivery.State.WAITING,
    ).delete()


def renew_secret(user: User) -> None:
    """Replace the secret of the webhook."""
    Webhook.objects.filter(user=user).update(secret=new_secret())


def new_secret() -> str:
    """Return a secret in the form of Standard Webhooks."""
    return "whsec_" + b64encode(secrets.token_bytes(24)).decode()


def add_device(user: User, endpoint: object, key: object, auth: object, agent: str) -> PushDevice:
    """Show notifications in a browser from now on.

    A browser is known by its endpoint: the user who signed in there last gets the notifications.

    Raises:
        BadDevice: the subscription is malformed, or the user has too many browsers.
    """
    refusal = BadDevice(_("This browser’s subscription can’t be read. Try again."))
    if not (isinstance(endpoint, str) and isinstance(key, str) and isinstance(auth, str)):
        raise refusal
    if not settings.VAPID_PRIVATE_KEY or not is_browsers_key(key, auth):
        raise refusal
    try:
        read_url(endpoint)
    except BadAddress:
        raise refusal from None
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        # A subscription that a browser ended comes back with a new endpoint.
        user.push_devices.filter(stopped_at__isnull=False).delete()
        if user.push_devices.exclude(endpoint=endpoint).count() >= DEVICES_EACH:
            raise BadDevice(_("You have enough browsers here. Remove one first."))
        device, _new = PushDevice.objects.update_or_create(
            endpoint=endpoint,
            defaults={
                "user": user,
                "key": key,
                "auth": auth,
                "user_agent": agent[:AGENT_LENGTH],
                "session_round": user.session_round,
                "failures": 0,
                "stopped_at": None,
            },
        )
    return device


def remove_device(user: User, device_id: int) -> None:
    """Show no more notifications in that browser; an unknown one is ignored."""
    own = PushDevice.objects.filter(user=user, pk=device_id)
    Delivery.objects.filter(device__in=own, state=Delivery.State.WAITING).delete()
    own.delete()


def send_test(user: User, channel: str, device_id: int | None = None) -> Delivery:
    """Queue a test of a channel, to be sent now.

    Raises:
        NoSuchChannel: the user has no such channel.
        TooMany: the user sent too many tests lately.
    """
    device = None
    if channel == Delivery.Channel.PUSH and device_id is not None:
        device = PushDevice.objects.filter(user=user, pk=device_id).first()
        there = device is not None
    elif channel == Delivery.Channel.WEBHOOK:
        there = Webhook.objects.filter(user=user).exists()
    else:
        there = channel == Delivery.Channel.MAIL and bool(verified_email(user))
    if not there:
        raise NoSuchChannel(_("This isn’t set up yet, so there is nowhere to send to."))
    return queue_test(user, channel, device=device)


def queue_test(user: User, channel: str, **to: Any) -> Delivery:
    """Queue a test of a channel that exists, with other columns of the delivery; raise TooMany."""
    refusal = TooMany(_("Enough tests for now. Check the results first."))
    limit_use(f"channel-tests:{user.pk}", TESTS_EACH, TESTS_SECONDS, refusal)
    now = time_source.now()
    key = f"test:{secrets.token_hex(8)}"
    return Delivery.objects.create(
        user=user, channel=channel, key=key, test=True, made_at=now, due_at=now, **to
    )


def stop_token(user: User) -> str:
    """Return the token of the link that stops a user's mails."""
    return signing.dumps(user.pk, salt=STOP_SALT)


def owner_of(token: str) -> User:
    """Return the user of a `stop_token`, which never expires; raise NoSuchChannel."""
    try:
        return User.objects.get(pk=signing.loads(token, salt=STOP_SALT), is_active=True)
    except (signing.BadSignature, User.DoesNotExist, ValueError, TypeError):
        raise NoSuchChannel(_("This link leads nowhere. Check that it’s complete.")) from None
