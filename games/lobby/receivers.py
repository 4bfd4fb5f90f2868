"""Hooks of the lobby in matches; reactions to answers to a challenge, and to leaving users."""

from django.dispatch import receiver

from accounts.models import User
from accounts.permissions import rated_checks
from accounts.services.bots import bot_checks
from accounts.signals import deletion_requested
from games.lobby.fragments import waiting_room_fragment
from games.lobby.presenters.rematch import rematch_for
from games.lobby.privacy import withdraw
from games.lobby.services import challenges
from games.lobby.services.admission import is_invited, knows_the_site, may_go_on_rated
from games.lobby.services.bot_terms import may_become_bot
from games.lobby.signals import invitation_answered, table_settled
from games.matches import hooks
from games.matches.models import Match

rated_checks.register(knows_the_site)
rated_checks.register(may_go_on_rated)
bot_checks.register(may_become_bot)
hooks.may_view.register(is_invited)
hooks.rematch.register(rematch_for)
hooks.was_for_some.register(challenges.was_for_some)
hooks.waiting_room.register(waiting_room_fragment)


@receiver(invitation_answered)
def go_on_with_challenge(match: Match, **kwargs: object) -> None:
    """Start or end a challenge once enough players have come, or too few may still come."""
    challenges.go_on(match)


@receiver(table_settled)
def end_the_waiting(match: Match, **kwargs: object) -> None:
    challenges.forget_time(match)


@receiver(deletion_requested)
def leave_open_tables(user: User, **kwargs: object) -> None:
    withdraw(user)
