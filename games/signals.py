"""What happens when somebody signs out."""

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from games.services.notices.ways import remove_device

SESSION_DEVICE = "push_device"


@receiver(user_logged_out)
def silence_this_browser(request: HttpRequest, user: Any, **kwargs: Any) -> None:
    """Whoever sits at it next need not read whose turn it is."""
    device = request.session.get(SESSION_DEVICE)
    if user is not None and isinstance(device, int):
        remove_device(user, device)
