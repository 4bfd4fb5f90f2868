"""Where allauth asks us."""

import logging
from typing import Any

import qrcode
from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.internal.ratelimit import get_ip
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from qrcode.image.svg import SvgPathFillImage

from accounts.services.people import passes_for_another

logger = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # a library without types
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        # One sentence for every mistake: it tells nobody which accounts exist.
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
        """Nor is a name to be had that passes for somebody else's: Max_O beside Max_0."""
        cleaned: str = super().clean_username(username, shallow)
        if not shallow and passes_for_another(cleaned):
            raise self.validation_error("username_looks_taken")
        return cleaned

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """A mail that does not get through stops nobody: it is logged."""
        known = {"site_name": settings.SITE_NAME, "greeted": context.get("user")}
        try:
            super().send_mail(template_prefix, email, {**context, **known})
        except OSError:
            logger.exception("A mail could not be sent: %s", template_prefix)

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
        """A second account with a verified address is told of the first, by mail alone."""
        if emailconfirmation.email_address.can_set_verified():
            super().send_confirmation_mail(request, emailconfirmation, signup)
        else:
            self.send_account_already_exists_mail(emailconfirmation.email_address.email)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("people:settings")

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Failed tries are counted for a login *from one address*.

        Counted for the login alone, a stranger could keep anybody out of their account.
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
        """On paper of its own: black on a dark page no camera could read it."""
        picture: bytes = qrcode.make(url, image_factory=SvgPathFillImage).to_string()
        return picture.decode()
