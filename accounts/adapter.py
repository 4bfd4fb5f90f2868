"""How allauth is adapted to this site."""

import logging
from typing import Any

import qrcode
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.email_verification import add_email_verification_sent_message
from allauth.core import context as request_context
from allauth.core.internal.ratelimit import get_ip
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from qrcode.image.svg import SvgPathFillImage

from accounts import unsent_mail
from accounts.services.people import looks_taken

logger = logging.getLogger(__name__)

MAIL_SENT = "account/messages/email_confirmation_sent.txt"
NO_MAIL_SENT = "account/messages/no_mail_sent.txt"


def message_with_link() -> str:
    """For whoever runs a site without mail: that none was sent, and where the link stands."""
    return format_html(
        '{} <a href="{}">{}</a>',
        gettext("This site has no mail set up, so nothing was sent."),
        reverse("account_email_verification_sent"),
        gettext("Show me the link"),
    )


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # a library without types
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        # One sentence for every mistake: it does not show which accounts exist.
        "username_password_mismatch": _("That name and password do not go together."),
        "email_password_mismatch": _("That name and password do not go together."),
        "too_many_login_attempts": _("Too many tries from here. Please wait a few minutes."),
        "rate_limited": _("Too many tries from here. Please wait a few minutes."),
        "username_taken": _("This username is taken. Choose another one."),
        "username_looks_taken": _("Somebody has a username that looks just like this one."),
        "enter_current_password": _("This is not your current password."),
        "incorrect_password": _("This is not your password."),
        "incorrect_code": _("This code is not right, or no longer valid."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Refuse also a name that looks like somebody else's: Max_O beside Max_0."""
        cleaned: str = super().clean_username(username, shallow)
        if not shallow and looks_taken(cleaned):
            raise self.validation_error("username_looks_taken")
        return cleaned

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail; where that fails, only log it."""
        known = {"site_name": settings.SITE_NAME, "greeted": context.get("user")}
        try:
            super().send_mail(template_prefix, email, {**context, **known})
        except OSError:
            logger.exception("A mail could not be sent: %s", template_prefix)
        unsent_mail.remember_links(request_context.request, template_prefix, email, context)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: AbstractBaseUser,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        super().send_notification_mail(
            template_prefix, user, {"user": user, **(context or {})}, email
        )

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: Any, signup: bool
    ) -> None:
        """Only by mail does one learn that an address belongs to another account already."""
        if emailconfirmation.email_address.can_set_verified():
            super().send_confirmation_mail(request, emailconfirmation, signup)
        else:
            self.send_account_already_exists_mail(emailconfirmation.email_address.email)

    def should_send_confirmation_mail(
        self, request: HttpRequest, email_address: Any, signup: bool
    ) -> bool:
        """Whether a mail is sent; whoever signs up reads that one was, also in a pause of mails.

        The pause counts mails to an address: without the message it would show that there is an
        account with it, or that somebody has just tried to make one.
        """
        if signup:
            add_email_verification_sent_message(request, email_address.email, signup=True)
        return bool(super().should_send_confirmation_mail(request, email_address, signup))

    def add_message(
        self, request: HttpRequest, level: int, template: str | None = None, *args: Any, **more: Any
    ) -> None:
        """Add a message, the same one only once in a request."""
        added: set[str | None] = request.__dict__.setdefault("messages_added", set())
        if template is not None and template in added:
            return
        added.add(template)
        if template == MAIL_SENT and not settings.MAIL_IS_SET_UP:
            if unsent_mail.runs_the_site(request):
                more["message"] = message_with_link()
            else:
                template = NO_MAIL_SENT
        super().add_message(request, level, template, *args, **more)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("people:settings")

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count failed attempts for a login *from one address*.

        Counted for the login alone, a stranger could lock anybody out of their account.
        """
        key = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{key} from {get_ip(request)}"


class TwoStepAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # a library without types
    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "unverified_email": _("Confirm your e-mail address first: it is the way back in."),
        "incorrect_code": _("This code is not right, or no longer valid."),
    }

    def build_totp_svg(self, url: str) -> str:
        """The QR code with a background of its own: cameras cannot read it on a dark page."""
        picture: bytes = qrcode.make(url, image_factory=SvgPathFillImage).to_string()
        return picture.decode()
