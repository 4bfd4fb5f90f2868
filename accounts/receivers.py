"""Reactions to signing in, up and out, and to new passwords."""

from allauth.account.internal.flows.login import record_authentication
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
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from accounts.http import note_device, set_language_cookie, set_zone_cookie
from accounts.models import User
from accounts.services.deletion import recognise
from accounts.services.people import note_language, note_zone
from accounts.services.sessions import end_session
from accounts.services.tokens import revoke_all
from accounts.signals import sessions_ended, signed_out_everywhere
from core.languages.local_time import is_british, reader_of_request


@receiver(user_logged_in)
def use_their_language(response: HttpResponse, user: User, **kwargs: object) -> None:
    """Show pages in the user's language; if none is stored, store that of this page."""
    note_language(user, get_language() or "")
    set_language_cookie(response, user.language)


@receiver(user_logged_in)
def use_their_time_zone(
    request: HttpRequest, response: HttpResponse, user: User, **kwargs: object
) -> None:
    """Show times in the user's zone; without one, the zone that this browser has is theirs."""
    zone = user.time_zone or reader_of_request(request).zone
    if zone:
        note_zone(user, zone, british=is_british(request))
        set_zone_cookie(response, zone)


@receiver(user_logged_in)
def note_their_device(
    request: HttpRequest, response: HttpResponse, user: User, **kwargs: object
) -> None:
    """Record the device; signing up signs in too."""
    note_device(request, response, user)


@receiver(user_signed_up)
def recognise_unconfirmed(user: User, **kwargs: object) -> None:
    recognise(user, user.email, confirmed=False)


@receiver(user_signed_up)
def note_that_password_was_entered(request: HttpRequest, user: User, **kwargs: object) -> None:
    """Record that the password was entered, so that it is not asked for again right away."""
    record_authentication(request, user, "password")


@receiver(email_confirmed)
def recognise_confirmed(email_address: EmailAddress, **kwargs: object) -> None:
    recognise(email_address.user, email_address.email, confirmed=True)


@receiver(post_delete, sender=UserSession)
def end_session_of_device(instance: UserSession, **kwargs: object) -> None:
    sessions_ended.send_robust(UserSession, keys=[instance.session_key])


@receiver(user_logged_out)
def end_this_session(request: HttpRequest, user: User | None, **kwargs: object) -> None:
    """Close the sockets of other pages in this browser: their session has ended."""
    if request.session.session_key:
        end_session(user, request.session.session_key)


@receiver([password_changed, password_reset, password_set])
def end_other_sessions(user: User, **kwargs: object) -> None:
    """End all other sessions and tokens: a stranger may have made them."""
    revoke_all(user)
    signed_out_everywhere.send_robust(User, user_id=user.pk)
