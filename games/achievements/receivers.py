"""Every match that ends is to be looked through, by the worker; one that is annulled gives nothing.

Not in the transaction that ends it: a title at fault must not keep a match from ending.
"""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from games.achievements.models import Assessment
from games.achievements.services.assessments import take_back
from games.ladders.signals import match_annulled
from games.matches.models import Match
from games.matches.signals import match_finished


@receiver(match_finished)
def have_it_assessed(match: Match, **signal: Any) -> None:
    Assessment.objects.create(match=match)


@receiver(match_annulled)
def take_back_what_it_gave(match_id: str, **signal: Any) -> None:
    take_back(match_id)
