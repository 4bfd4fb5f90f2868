"""What ratings hear of matches: that one has ended."""

from typing import Any

from django.dispatch import receiver

from games.ladders.services.ratings import changes_of, rate
from games.matches.hooks import hooks
from games.matches.models import Match, Player
from games.matches.signals import match_finished

hooks.rating_changes = changes_of


@receiver(match_finished)
def rate_the_match(match: Match, players: list[Player], **kwargs: Any) -> None:
    """Into the ledger, in the transaction that ends it."""
    rate(match, players)
