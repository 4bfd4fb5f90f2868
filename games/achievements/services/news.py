"""Announce what players earned for the first time."""

from __future__ import annotations

from collections.abc import Sequence

from games.achievements.models import Earned
from games.achievements.services.career import Career, counted_seats
from games.achievements.services.milestones import milestones_of
from games.achievements.signals import achieved
from games.engine.achievements import Achievement
from games.matches.models import Match, Player


def tell(
    match: Match, players: Sequence[Player], earned: Sequence[tuple[Player, Achievement]]
) -> None:
    """Announce the achievements and milestones that players earned first in this match."""
    before = Earned.objects.filter(game=match.game, user__in=[p.user_id for p in players])
    known = set(before.exclude(match=match).values_list("user", "achievement"))
    for player in players:
        milestones = milestones_of(Career(counted_seats(player.user_id)))
        names = [one.name for one in milestones if one.match_id == match.pk] + [
            achievement.name
            for owner, achievement in earned
            if owner is player and (player.user_id, achievement.slug) not in known
        ]
        if names:
            achieved.send(Match, user_id=player.user_id, match=match, achievements=names)
