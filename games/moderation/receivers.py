"""React to sanctions, blocks and the ends of rated matches."""

from functools import partial

from django.db import transaction
from django.dispatch import receiver

from accounts.models import Sanction, User
from accounts.services.bots import with_bots
from accounts.signals import blocked, sanctioned
from games.matches import publish
from games.matches.models import Match
from games.matches.signals import match_finished
from games.moderation.services import sanction_enforcement, suspicion


@receiver(sanctioned)
def enforce_sanction(sanction: Sanction, **kwargs: object) -> None:
    """Take the seats that the user may no longer have, and update their open pages."""
    person = User.objects.filter(pk=sanction.user_id).first()
    if person is not None:
        for one in with_bots(person):
            sanction_enforcement.enforce(one)
            publish.moderation_status_changed(one.pk)


@receiver(match_finished)
def look_for_patterns(match: Match, **kwargs: object) -> None:
    """Look for suspicious patterns after the end is stored, so that an error cannot undo it."""
    if match.rated:
        transaction.on_commit(partial(suspicion.examine, match.id), robust=True)


@receiver(blocked)
def separate(owner: User, other: User, **kwargs: object) -> None:
    sanction_enforcement.separate(owner, other)
