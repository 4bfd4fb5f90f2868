"""Adapters that fit allauth to this site."""

import logging
import time
from urllib.parse import urlsplit

import qrcode
from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.email_verification import add_email_verification_sent_message
from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import get_next_redirect_url
from allauth.core import context as request_context
from allauth.core.internal.ratelimit import get_ip
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.forms import BaseForm
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from qrcode.image.svg import SvgPathFillImage

from accounts import unsent_mail
from accounts.models import User
from accounts.services.people import NAME_TAKEN, looks_taken

logger = logging.getLogger(__name__)

MAIL_SENT = "account/messages/email_confirmation_sent.txt"
NO_MAIL_SENT = "account/messages/no_mail_sent.txt"
WELCOME = "account/messages/logged_in.txt"
LATER = "later"
"""The tag of a message that waits while the visitor is at a table."""


def message_with_link() -> str:
    """Return the message for the operator of a site without mail: nothing was sent, and a link."""
    return format_html(
        '{} <a href="{}">{}</a>',
        gettext("Email isn’t set up on this site, so nothing was sent."),
        reverse("account_email_verification_sent"),
        gettext("Show the link"),
    )


def _signed_in_lately(request: HttpRequest) -> bool:
    records = get_authentication_records(request, request.user)
    timeout: int = app_settings.REAUTHENTICATION_TIMEOUT
    return bool(records) and time.time() - records[-1]["at"] < timeout


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # a library without types
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        # One sentence for every mistake: it does not show which accounts exist.
        "username_password_mismatch": _("Wrong name or password. Try again."),
        "email_password_mismatch": _("Wrong name or password. Try again."),
        "too_many_login_attempts": _("Too many attempts. Wait a few minutes and try again."),
        "rate_limited": _("Too many attempts. Wait a few minutes and try again."),
        "username_taken": _("This username is taken. Choose another one."),
        "username_looks_taken": NAME_TAKEN,
        "enter_current_password": _("That’s not your current password."),
        "incorrect_password": _("That’s not your password."),
        "incorrect_code": _("This code is wrong or has expired."),
    }

    def save_user(
        self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True
    ) -> User:
        """Save a new account; emails to it are written in the language of the page."""
        user.language = get_language() or ""
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Refuse also a name that looks like another user's: Max_O next to Max_0."""
        cleaned: str = super().clean_username(username, shallow)
        if not shallow and looks_taken(cleaned):
            raise self.validation_error("username_looks_taken")
        return cleaned

    def send_mail(self, template_prefix: str, email: str, context: dict[str, object]) -> None:
        """Send a mail, with links that begin with `SITE_URL`; if that fails, only log it.

        allauth's links begin with the request's Host, which the client chooses.
        """
        links = {
            name: settings.SITE_URL + urlsplit(str(url)).path
            for name, url in context.items()
            if name.endswith("_url")
        }
        known = {
            "site_name": settings.SITE_NAME,
            "site": settings.SITE_URL,
            "greeted": context.get("user"),
        }
        try:
            super().send_mail(template_prefix, email, {**context, **links, **known})
        except OSError:
            logger.exception("A mail could not be sent: %s", template_prefix)
        unsent_mail.remember_links(request_context.request, template_prefix, email, context)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: AbstractBaseUser,
        context: dict[str, object] | None = None,
        email: str | None = None,
    ) -> None:
        super().send_notification_mail(
            template_prefix, user, {"user": user, **(context or {})}, email
        )

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: EmailConfirmationHMAC, signup: bool
    ) -> None:
        """Send the mail that confirms an address, or the mail that it already has an account.

        The page says the same in both cases, so only the owner of the address learns of the
        account.
        """
        if emailconfirmation.email_address.can_set_verified():
            super().send_confirmation_mail(request, emailconfirmation, signup)
        else:
            self.send_account_already_exists_mail(emailconfirmation.email_address.email)

    def should_send_confirmation_mail(
        self, request: HttpRequest, email_address: EmailAddress, signup: bool
    ) -> bool:
        """Return whether a mail is sent; a sign-up shows "sent" even if mails are paused.

        The pause counts mails to one address. Without the message a visitor would learn that an
        account has the address, or that another visitor has just tried to sign up with it.
        """
        if signup:
            add_email_verification_sent_message(request, email_address.email, signup=True)
        return bool(super().should_send_confirmation_mail(request, email_address, signup))

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        template: str | None = None,
        *args: object,
        **more: object,
    ) -> None:
        """Add a message, at most once in a request.

        A visitor who signs in on the way to a page goes on without a greeting, which would push
        the cards of a table out of sight. That a mail was sent is shown after the table.
        """
        if template == WELCOME and get_next_redirect_url(request):
            return
        added: set[str | None] = request.__dict__.setdefault("messages_added", set())
        if template is not None and template in added:
            return
        added.add(template)
        if template == MAIL_SENT:
            more["extra_tags"] = LATER
        if template == MAIL_SENT and not settings.MAIL_IS_SET_UP:
            if unsent_mail.runs_the_site(request):
                more["message"] = message_with_link()
            else:
                template = NO_MAIL_SENT
        super().add_message(request, level, template, *args, **more)

    def is_reauthentication_required(self, *, app: str, **kwargs: object) -> bool:
        """Ask for the password again only if the user signed in longer ago than a proof lasts."""
        required = super().is_reauthentication_required(app=app, **kwargs)
        return bool(required) and not _signed_in_lately(request_context.request)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("people:settings")

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: object) -> str:
        """Count failed attempts per login *and address*.

        Counted per login only, a stranger could lock any user out.
        """
        key = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{key} from {get_ip(request)}"


class TwoStepAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # a library without types
    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "unverified_email": _("Confirm your email address first: you’ll need it to get back in."),
        "incorrect_code": _("This code is wrong or has expired."),
    }

    def build_totp_svg(self, url: str) -> str:
        """Return the QR code with its own background: cameras cannot read it on a dark page."""
        picture: bytes = qrcode.make(url, image_factory=SvgPathFillImage).to_string()
        return picture.decode()
