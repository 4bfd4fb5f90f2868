"""Hooks of game nights, and their end when the host leaves the site.

Hosts may hide chat messages at tables where they don't play. A game night's link opens its tables.
"""

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import deletion_requested
from games.chat.services import hide_checks
from games.game_nights.services import (
    close_all,
    given_seats,
    has_opened_link,
    home_of,
    is_impartial_host_of,
)
from games.matches import hooks

hide_checks.register(is_impartial_host_of)
hooks.may_view.register(has_opened_link)
hooks.homes.register(home_of)
hooks.given_seats.register(given_seats)


@receiver(deletion_requested)
def end_game_nights(user: User, **kwargs: object) -> None:
    close_all(user)
