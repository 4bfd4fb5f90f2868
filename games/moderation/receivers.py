"""What moderation hears of people: sanctioned, kept apart."""

from typing import Any

from django.dispatch import receiver

from accounts.models import Sanction, User
from accounts.signals import parted, sanctioned
from games.matches import announce
from games.moderation.services import sanction_enforcement


@receiver(sanctioned)
def take_the_chairs(sanction: Sanction, **kwargs: Any) -> None:
    """Whoever may play no more sits nowhere any more; their screens show that, and are told."""
    person = User.objects.filter(pk=sanction.user_id).first()
    if person is not None:
        sanction_enforcement.enforce(person)
        announce.moderation_status_changed(person.pk)


@receiver(parted)
def keep_apart(owner: User, other: User, **kwargs: Any) -> None:
    """Two who do not want to meet do not start a match together."""
    sanction_enforcement.part(owner, other)
