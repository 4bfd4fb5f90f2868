"""Matches that end are reviewed by themselves where a player wants that."""

from __future__ import annotations

from collections.abc import Sequence

from django.dispatch import receiver

from games.matches.models import Match, Player
from games.matches.signals import match_finished
from games.reviews.services import ask_by_itself


@receiver(match_finished)
def review_it(match: Match, players: Sequence[Player], **signal: object) -> None:
    ask_by_itself(match, players)
