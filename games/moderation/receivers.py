"""What follows when somebody is sanctioned or blocked, and from what the end of a match shows."""

from functools import partial
from typing import Any

from django.db import transaction
from django.dispatch import receiver

from accounts.models import Sanction, User
from accounts.services.bots import with_bots
from accounts.signals import blocked, sanctioned
from games.matches import announce
from games.matches.models import Match
from games.matches.signals import match_finished
from games.moderation.services import sanction_enforcement, suspicion


@receiver(sanctioned)
def enforce_sanction(sanction: Sanction, **kwargs: Any) -> None:
    """Take the seats that the person may no longer have, and show it on their open pages."""
    person = User.objects.filter(pk=sanction.user_id).first()
    if person is not None:
        for one in with_bots(person):
            sanction_enforcement.enforce(one)
            announce.moderation_status_changed(one.pk)


@receiver(match_finished)
def look_for_patterns(match: Match, **kwargs: Any) -> None:
    """Once the end is stored: what is found, or not, changes nothing about it."""
    if match.rated:
        transaction.on_commit(partial(suspicion.examine, match.id), robust=True)


@receiver(blocked)
def separate(owner: User, other: User, **kwargs: Any) -> None:
    sanction_enforcement.separate(owner, other)
