"""A visitor keeps their progress in lessons when they sign up or sign in."""

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from games.lessons.services import adopt


@receiver(user_logged_in)
def take_over_progress(user: User, request: HttpRequest | None = None, **kwargs: object) -> None:
    if request is not None and hasattr(request, "session"):
        adopt(user, request.session)
