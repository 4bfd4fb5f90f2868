"""E-mail addresses of accounts, and the mails sent without a request of their owner."""

from __future__ import annotations

import logging
import smtplib
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import User

logger = logging.getLogger(__name__)


def unverified_email(user: User) -> str:
    """The address that its owner has still to confirm; empty if there is none."""
    addresses = EmailAddress.objects.filter(user_id=user.pk)
    found = list(addresses.order_by("verified", "-pk").values_list("email", "verified"))
    if any(verified for _email, verified in found):
        return ""
    return found[0][0] if found else user.email


def verified_email(user: User) -> str:
    """The confirmed address of this user, the one in use first; empty if there is none."""
    addresses = EmailAddress.objects.filter(user_id=user.pk, verified=True)
    found = addresses.order_by("-primary", "-pk").values_list("email", flat=True).first()
    return found or ""


def lacks_confirmed_email(user: User) -> bool:
    """Whether somebody has yet to confirm an address, at a site whose mails reach people."""
    return settings.MAIL_IS_SET_UP and not verified_email(user)


def send_mail(user: User, template: str, **context: Any) -> None:
    """Send a mail to somebody's confirmed address, if there is one, after the transaction.

    `template`: a file of templates/accounts/email/, whose first line is the subject. It is rendered
    now, since the account may be deleted by then.
    """
    address = verified_email(user)
    if not address:
        return
    context |= {"greeted": user, "site_name": settings.SITE_NAME, "site": settings.SITE_URL}
    with translation.override(user.language or settings.LANGUAGE_CODE):
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
