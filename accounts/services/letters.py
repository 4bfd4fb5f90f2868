"""Mails the house writes by itself, without a visitor at hand."""

from __future__ import annotations

import logging
import smtplib
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import User
from accounts.services.emails import verified_email

logger = logging.getLogger(__name__)


def write(user: User, letter: str, **facts: Any) -> None:
    """Once this transaction is committed: a mail to somebody's confirmed address, if they have one.

    `letter` names templates/accounts/email/…; its first line is the subject. What it says is fixed
    now: afterwards the account may be gone.
    """
    address = verified_email(user)
    if not address:
        return
    known = {"greeted": user, "site_name": settings.SITE_NAME, "site": settings.SITE_URL}
    with translation.override(user.language or settings.LANGUAGE_CODE):
        text = render_to_string(f"accounts/email/{letter}.txt", {**known, **facts})
    subject, _line, body = text.strip().partition("\n")
    headers = {"Auto-Submitted": "auto-generated"}
    mail = EmailMessage(subject, body.strip() + "\n", to=[address], headers=headers)
    transaction.on_commit(lambda: _send(mail, letter), robust=True)


def _send(mail: EmailMessage, letter: str) -> None:
    """A mail that does not get through stops nobody: it is logged."""
    try:
        mail.send()
    except (OSError, smtplib.SMTPException):
        logger.exception("A mail could not be sent: %s", letter)
