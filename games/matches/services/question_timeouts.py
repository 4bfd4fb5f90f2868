"""Questions that wait only for so long: whoever does not answer in time is taken at the rules'
word, as if the answer had been given."""

from __future__ import annotations

import logging

from django.db.models import Q

from games.matches.models import Match, Player
from games.matches.services import time_source
from games.matches.services.event_store import match_state
from games.matches.services.play import submit_lapse
from games.titles.registry import ALL_RULES
from watch.context import step

logger = logging.getLogger(__name__)


def due() -> list[tuple[int, int]]:
    """The people who are too late: player id and the question asked."""
    hurried = _hurried()
    if not hurried:
        return []
    asked = Player.objects.filter(
        hurried, bot="", asked_at__isnull=False, match__status=Match.Status.RUNNING
    ).select_related("match")
    now = time_source.now()
    late = []
    for player in asked:
        assert player.seat is not None
        lapse = match_state(player.match).position.lapse(player.seat)
        if lapse is None or player.asked_since is None or player.asked_at is None:
            continue
        if (now - player.asked_since).total_seconds() >= lapse.seconds:
            late.append((player.pk, player.asked_at))
    return late


def _hurried() -> Q:
    """Matches with an agreement under which questions lapse."""
    found = Q()
    for (slug, version), rules in ALL_RULES.items():
        if rules.game.lapses is not None:
            option, value = rules.game.lapses
            agreed = {f"match__options__{option}": value}
            found |= Q(match__game=slug, match__rules=version, **agreed)
    return found


def answer_all_due() -> int:
    """One round: every question that is overdue is answered; how many were."""
    answered = 0
    for player_id, asked_at in due():
        try:
            with step("lapse"):
                answered += submit_lapse(player_id, asked_at)
        except Exception:
            # One match that cannot go on must not keep the others waiting.
            logger.exception("A question could not lapse (player %s).", player_id)
    return answered
