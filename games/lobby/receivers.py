"""What the lobby adds to matches: the waiting room, rematches, and invitations; and what follows
from an answer to a challenge."""

from typing import Any

from django.dispatch import receiver

from accounts.permissions import rated_checks
from accounts.services.bots import bot_checks
from games.lobby.fragments import waiting_room_fragment
from games.lobby.presenters.rematch import rematch_for
from games.lobby.services import challenges
from games.lobby.services.admission import is_invited, may_go_on_rated
from games.lobby.services.bot_terms import may_become_bot
from games.lobby.signals import invitation_answered, table_settled
from games.matches.hooks import hooks
from games.matches.models import Match

rated_checks.append(may_go_on_rated)
bot_checks.append(may_become_bot)
hooks.may_view.append(is_invited)
hooks.rematch = rematch_for
hooks.was_by_name = challenges.is_challenge
hooks.waiting_room = waiting_room_fragment


@receiver(invitation_answered)
def go_on_with_challenge(match: Match, **kwargs: Any) -> None:
    """Enough have come to a challenge, or too few may still come."""
    challenges.go_on(match)


@receiver(table_settled)
def end_the_waiting(match: Match, **kwargs: Any) -> None:
    challenges.forget_time(match)
