"""What the games hear of people: signed out, sanctioned, renamed, kept apart, about to go."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import Sanction, User
from accounts.signals import (
    closing,
    parted,
    renamed,
    sanctioned,
    sessions_ended,
    signed_out_everywhere,
)
from games import announce
from games.services import renaming, sent_away
from games.services.gone import withdraw
from games.services.notices.ways import remove_device

SESSION_DEVICE = "push_device"


@receiver(user_logged_out)
def silence_this_browser(request: HttpRequest, user: Any, **kwargs: Any) -> None:
    """Whoever sits at it next need not read whose turn it is."""
    device = request.session.get(SESSION_DEVICE)
    if user is not None and isinstance(device, int):
        remove_device(user, device)


@receiver(sanctioned)
def take_the_chairs(sanction: Sanction, **kwargs: Any) -> None:
    """Whoever may play no more sits nowhere any more; their screens show that, and are told."""
    person = User.objects.filter(pk=sanction.user_id).first()
    if person is not None:
        sent_away.enforce(person)
        announce.standing_moved(person.pk)


@receiver(parted)
def keep_apart(owner: User, other: User, **kwargs: Any) -> None:
    """Two who do not want to meet do not start a match together."""
    sent_away.part(owner, other)


@receiver(renamed)
def take_the_name_away(user: User, **kwargs: Any) -> None:
    """A bad name stands at no table any more, neither played nor to be played."""
    renaming.rename_at_tables(user)


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
