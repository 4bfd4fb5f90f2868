"""What the games hear of accounts: renamed, about to be closed."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import closing, renamed
from games.privacy.services import renaming
from games.privacy.services.account_deletion import withdraw


@receiver(renamed)
def take_the_name_away(user: User, **kwargs: Any) -> None:
    """A bad name stands at no table any more, neither played nor to be played."""
    renaming.rename_at_tables(user)


@receiver(closing)
def let_nobody_wait(user: User, **kwargs: Any) -> None:
    """Whoever is about to go opens no table and looks for none."""
    withdraw(user)
