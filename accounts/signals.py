"""What happens when somebody signs in or up; what others are told of people."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import (
    email_confirmed,
    password_changed,
    password_reset,
    password_set,
    user_logged_in,
    user_logged_out,
    user_signed_up,
)
from allauth.usersessions.models import UserSession
from django.db.models.signals import post_delete
from django.dispatch import Signal, receiver
from django.http import HttpRequest, HttpResponse

from accounts.cookies import remember_language
from accounts.models import User

sanctioned = Signal()
"""Sent once a sanction is given, read or lifted, and committed: `sanction`."""

renamed = Signal()
"""Sent once a moderator took a name away, and it is committed: `user`, as now called."""

parted = Signal()
"""Sent once two people are kept apart, and committed: `owner` of the block, and the `other`."""

closing = Signal()
"""Sent once somebody has asked for their account to be deleted, and it is committed: `user`."""

sessions_ended = Signal()
"""Sent once sessions are over, and it is committed: their `keys`."""

signed_out_everywhere = Signal()
"""Sent once all sessions of somebody are over, known as devices or not: `user_id`."""


@receiver(user_logged_in)
def speak_their_language(response: HttpResponse, user: User, **kwargs: Any) -> None:
    if user.language:
        remember_language(response, user.language)


@receiver(user_signed_up)
def look_who_is_back(user: User, **kwargs: Any) -> None:
    from accounts.services.returning import recognise

    recognise(user, user.email, confirmed=False)


@receiver(email_confirmed)
def know_them_again(email_address: EmailAddress, **kwargs: Any) -> None:
    from accounts.services.returning import recognise

    recognise(email_address.user, email_address.email, confirmed=True)


@receiver(post_delete, sender=UserSession)
def a_device_is_signed_out(instance: UserSession, **kwargs: Any) -> None:
    sessions_ended.send_robust(UserSession, keys=[instance.session_key])


@receiver(user_logged_out)
def this_browser_is_signed_out(request: HttpRequest, user: User | None, **kwargs: Any) -> None:
    """Its other pages ask anew who they are, and the session is gone by then."""
    from accounts.services.sessions import end_session

    if request.session.session_key:
        end_session(user, request.session.session_key)


@receiver([password_changed, password_reset, password_set])
def every_page_asks_anew(user: User, **kwargs: Any) -> None:
    """A new password ends all other sessions."""
    signed_out_everywhere.send_robust(User, user_id=user.pk)
