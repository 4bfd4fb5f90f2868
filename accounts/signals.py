"""What happens when somebody signs in."""

from typing import Any

from allauth.account.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpResponse

from accounts.cookies import remember_language
from accounts.models import User


@receiver(user_logged_in)
def speak_their_language(response: HttpResponse, user: User, **kwargs: Any) -> None:
    if user.language:
        remember_language(response, user.language)
