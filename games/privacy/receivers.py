"""What follows at tables when an account is renamed, or about to be deleted."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import deletion_requested, renamed
from games.privacy.services.account_deletion import rename_at_tables, withdraw


@receiver(renamed)
def replace_name(user: User, **kwargs: Any) -> None:
    rename_at_tables(user)


@receiver(deletion_requested)
def leave_open_tables(user: User, **kwargs: Any) -> None:
    withdraw(user)
