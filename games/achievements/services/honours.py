"""Decide which matches count for achievements, so that a second account earns nothing.

A match counts for a player if it was under way when it ended (`games.matches.services.endings`),
and if the player has not met one of the others in enough matches within a day.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from games.ladders.services.fair_play import COUNTED_A_DAY, DAY
from games.matches.models import Match, Player


def limit_pairs(match: Match, players: Sequence[Player]) -> None:
    """Let a match that ends not count for two players who met in `COUNTED_A_DAY` that day.

    It sets `honoured` on the players; the caller writes it. For a public match only public ones are
    counted, since a profile shows visitors nothing that follows from private matches.
    """
    people = {player.user_id: player for player in players if player.user_id is not None}
    if len(people) < 2 or match.ended_at is None:
        return
    earlier = Player.objects.filter(user__in=people, ended_at__gt=match.ended_at - DAY)
    if match.public:
        earlier = earlier.filter(public=True)
    tables: dict[str, list[int]] = {}
    rows = earlier.exclude(honoured=False).exclude(match=match).order_by("user")
    for table, user in rows.values_list("match_id", "user_id"):
        tables.setdefault(table, []).append(user)
    met = Counter(pair for seated in tables.values() for pair in combinations(seated, 2))
    for pair, times in met.items():
        if times >= COUNTED_A_DAY:
            for user in pair:
                people[user].honoured = False
