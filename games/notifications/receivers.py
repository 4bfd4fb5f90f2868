"""People who sign out, and seats that are asked for a decision."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from fastpath.statements import upsert
from games.matches.hooks import hooks
from games.matches.models import Player
from games.matches.services import time_source
from games.matches.signals import seats_asked
from games.notifications.models import Notice
from games.notifications.presenters import render_bell
from games.notifications.services import presence
from games.notifications.services.channels import SESSION_DEVICE, remove_device
from games.notifications.services.scheduling import PATIENCE

hooks.bell = lambda user, but: render_bell(user, but, oob=True)
hooks.page_in_view = presence.set_present
hooks.page_left_view = presence.set_absent


@receiver(seats_asked)
def write_notices(players: Iterable[Player], **kwargs: Any) -> None:
    """Write a notice for each player, to be sent unless they answer before it is due.

    A notice that waits already is put off: then the row is locked, and no worker can take the
    old one away unseen.
    """
    due = time_source.now() + PATIENCE
    upsert([Notice(player=player, due_at=due) for player in players], ["due_at"])


@receiver(user_logged_out)
def silence_this_browser(request: HttpRequest, user: Any, **kwargs: Any) -> None:
    """The next user of this browser must not see whose turn it is, and nobody that they are here.

    Where they look at another page still, that says so again.
    """
    device = request.session.get(SESSION_DEVICE)
    if user is not None:
        presence.forget(user.pk)
    if user is not None and isinstance(device, int):
        remove_device(user, device)
