"""Queue every match that ends for assessment, and take back what an annulled one gave.

The worker assesses it later, since an error in a title must not keep a match from ending.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.dispatch import receiver

from games.achievements.models import Assessment
from games.achievements.services.assessments import take_back
from games.achievements.services.honours import limit_pairs
from games.ladders.signals import match_annulled
from games.matches.models import Match, Player
from games.matches.signals import match_finished


@receiver(match_finished)
def have_it_assessed(match: Match, players: Sequence[Player], **signal: object) -> None:
    Assessment.objects.create(match=match)
    limit_pairs(match, players)


@receiver(match_annulled)
def take_back_what_it_gave(match_id: str, **signal: object) -> None:
    take_back(match_id)
