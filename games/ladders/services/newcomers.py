"""Newcomers to rated play: a player can win few points from them, since accounts cost nothing.

A user is established after rated matches against enough different established users. While the
site has few of those, users on other networks count instead. Whether a player is a newcomer is
decided when the match starts, like everything else that decides what the match is worth.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import timedelta

from accounts.services.devices import networks_of
from games.ladders.models import Established, Newcomer, RatingEntry
from games.matches.models import Player
from games.matches.services import time_source

PEOPLE_MET = 5
"""The number of users to meet in rated matches that make a user established."""
FEW = 30
"""With fewer established users than this, who played rated lately, the site is young."""
LATELY = timedelta(days=60)


def note_newcomers(players: Iterable[Player]) -> None:
    """Record which players of a rated match that starts now are newcomers.

    A bot's account is none: bots have ladders of their own.
    """
    people = [player for player in players if player.user_id is not None and not player.program]
    established = _established([player.user_id for player in people if player.user_id is not None])
    Newcomer.objects.bulk_create(
        Newcomer(player=player) for player in people if player.user_id not in established
    )


def newcomers_at(players: Collection[int]) -> set[int]:
    """Return those of these players, by id, who were newcomers when their match started."""
    found = Newcomer.objects.filter(player__in=players)
    return set(found.values_list("player_id", flat=True))


def _established(users: Collection[int]) -> set[int]:
    """Return the established users among these, including those who are it only now."""
    known = set(Established.objects.filter(user__in=users).values_list("user_id", flat=True))
    now = [user for user in users if user not in known and len(_met(user)) >= PEOPLE_MET]
    Established.objects.bulk_create(
        (Established(user_id=user) for user in now), ignore_conflicts=True
    )
    return known | set(now)


def _met(user: int) -> set[int]:
    """Return the users met in rated matches that count on the way to being established."""
    own = RatingEntry.objects.in_force().filter(rating__user=user, rating__ladder__bots=False)
    others = RatingEntry.objects.in_force().filter(match__in=own.values("match"))
    met = others.exclude(rating__user=None).exclude(rating__user=user)
    found = set(met.values_list("rating__user_id", flat=True))
    if _is_young():
        networks = networks_of({user, *found})
        return {other for other in found if networks[other].isdisjoint(networks[user])}
    return found & set(Established.objects.filter(user__in=found).values_list("user_id", flat=True))


def _is_young() -> bool:
    lately = time_source.now() - LATELY
    active = Established.objects.filter(user__ratings__at__gt=lately).distinct()
    return active[:FEW].count() < FEW
