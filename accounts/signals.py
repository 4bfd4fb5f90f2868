"""What happens when somebody signs in; what others are told of people."""

from typing import Any

from allauth.account.signals import user_logged_in
from django.dispatch import Signal, receiver
from django.http import HttpResponse

from accounts.cookies import remember_language
from accounts.models import User

sanctioned = Signal()
"""Sent once a sanction is given or lifted and committed: `sanction`."""


@receiver(user_logged_in)
def speak_their_language(response: HttpResponse, user: User, **kwargs: Any) -> None:
    if user.language:
        remember_language(response, user.language)
