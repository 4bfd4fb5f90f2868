"""What the games hear of people: they sign out, are sanctioned, or want to be gone."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import Sanction, User
from accounts.signals import closing, sanctioned, sessions_ended, signed_out_everywhere
from games import announce
from games.services.gone import withdraw
from games.services.notices.ways import remove_device
from games.services.sent_away import SENT_AWAY, send_away

SESSION_DEVICE = "push_device"


@receiver(user_logged_out)
def silence_this_browser(request: HttpRequest, user: Any, **kwargs: Any) -> None:
    """Whoever sits at it next need not read whose turn it is."""
    device = request.session.get(SESSION_DEVICE)
    if user is not None and isinstance(device, int):
        remove_device(user, device)


@receiver(sanctioned)
def take_the_chairs(sanction: Sanction, **kwargs: Any) -> None:
    """Whoever may play no more sits nowhere any more."""
    if sanction.kind in SENT_AWAY and sanction.in_force:
        send_away(sanction.user)


@receiver(closing)
def let_nobody_wait(user: User, **kwargs: Any) -> None:
    """Whoever is about to go opens no table and looks for none."""
    withdraw(user)


@receiver(sessions_ended)
def close_their_sockets(keys: Iterable[str], **kwargs: Any) -> None:
    """What was opened with a session ends with it."""
    announce.sessions_ended(keys)


@receiver(signed_out_everywhere)
def close_all_sockets(user_id: int, **kwargs: Any) -> None:
    announce.person_signed_out(user_id)
