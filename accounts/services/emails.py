"""E-mail addresses of accounts, and mails that the site sends on its own."""

from __future__ import annotations

import logging
import smtplib

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string

from accounts.models import User
from accounts.services.readers import written_for

logger = logging.getLogger(__name__)


def unverified_email(user: User) -> str:
    """Return the address that its owner has still to confirm, or ""."""
    addresses = EmailAddress.objects.filter(user_id=user.pk)
    found = list(addresses.order_by("verified", "-pk").values_list("email", "verified"))
    if any(verified for _email, verified in found):
        return ""
    return found[0][0] if found else user.email


def has_unverified_email(user: User) -> bool:
    """Return whether one of the user's addresses has still to be confirmed."""
    return bool(EmailAddress.objects.filter(user_id=user.pk, verified=False).exists())


def verified_email(user: User) -> str:
    """Return the user's confirmed address, the primary one first, or ""."""
    addresses = EmailAddress.objects.filter(user_id=user.pk, verified=True)
    found = addresses.order_by("-primary", "-pk").values_list("email", flat=True).first()
    return found or ""


def lacks_confirmed_email(user: User) -> bool:
    """Return whether the site sends mail and the user has no confirmed address."""
    return settings.MAIL_IS_SET_UP and not verified_email(user)


def send_mail(user: User, template: str, **context: object) -> None:
    """Send a mail to the user's confirmed address, if there is one, after the transaction.

    `template` is a file of templates/accounts/email/, whose first line is the subject. It is
    rendered immediately, since the account may be deleted before the mail is sent.
    """
    address = verified_email(user)
    if not address:
        return
    context |= {"greeted": user, "site_name": settings.SITE_NAME, "site": settings.SITE_URL}
    with written_for(user):
        text = render_to_string(f"accounts/email/{template}.txt", context)
    subject, _newline, body = text.strip().partition("\n")
    headers = {"Auto-Submitted": "auto-generated"}
    mail = EmailMessage(subject, body.strip() + "\n", to=[address], headers=headers)

    def send() -> None:
        try:
            mail.send()
        except (OSError, smtplib.SMTPException):
            logger.exception("A mail could not be sent: %s", template)

    transaction.on_commit(send, robust=True)
