"""What follows at tables when somebody is sanctioned or blocked."""

from typing import Any

from django.dispatch import receiver

from accounts.models import Sanction, User
from accounts.signals import blocked, sanctioned
from games.matches import announce
from games.moderation.services import sanction_enforcement


@receiver(sanctioned)
def enforce_sanction(sanction: Sanction, **kwargs: Any) -> None:
    """Take the seats that the person may no longer have, and show it on their open pages."""
    person = User.objects.filter(pk=sanction.user_id).first()
    if person is not None:
        sanction_enforcement.enforce(person)
        announce.moderation_status_changed(person.pk)


@receiver(blocked)
def separate(owner: User, other: User, **kwargs: Any) -> None:
    sanction_enforcement.separate(owner, other)
