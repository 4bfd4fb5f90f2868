"""What the games hear of people: somebody signs out, or is sanctioned."""

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import Sanction
from accounts.signals import sanctioned
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
