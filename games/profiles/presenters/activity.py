"""Where people are now: here, in a match, looking for one, or looking on; for one viewer."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q

from accounts.services.privacy import presence_shown
from games.engine.contract import Game
from games.lobby.models import Ticket
from games.matches.models import Match, Player
from games.matches.services import time_source
from games.notifications.services import presence
from games.titles.registry import game_of, is_installed


@dataclass(frozen=True)
class Activity:
    """Where somebody is, as far as a viewer may know: all of it is empty for whoever is away.

    The matches are those that the viewer may look at.
    """

    here: bool = False
    playing: Match | None = None
    waiting: Match | None = None
    """The open table at which they wait for others."""
    searching: bool = False
    """They search by quick match."""
    watching: Match | None = None
    mine: bool = False
    """Whether the viewer sits at the table where they play or wait."""

    @property
    def match(self) -> Match | None:
        """Where the viewer finds them."""
        return self.playing or self.waiting or (None if self.searching else self.watching)

    @property
    def game(self) -> Game | None:
        return game_of(self.match.game) if self.match else None

    @property
    def rank(self) -> int:
        """The order of lists: who plays first, who is away last."""
        steps = (self.playing, self.waiting, self.searching, self.watching, self.here)
        return next((number for number, step in enumerate(steps) if step), len(steps))


AWAY = Activity()


def activities(viewer: Any, people: Collection[int]) -> dict[int, Activity]:
    """Where each of these people is, by their ids; as many queries for many as for one."""
    shown = presence_shown(viewer, people)
    looked_at = presence.here(pk for pk in people if shown[pk].online)
    found = {pk: Activity(here=True) if pk in looked_at else AWAY for pk in people}
    if not looked_at:
        return found
    chairs = Player.objects.filter(user=viewer.pk, ended_at=None, left_at=None)
    own = set(chairs.values_list("match", flat=True))
    playing = [pk for pk in looked_at if shown[pk].playing]
    for player in _chairs_of(playing, own):
        assert player.user_id is not None
        match, activity = player.match, found[player.user_id]
        if match.status == Match.Status.RUNNING:
            if match.pace == Match.Pace.LIVE or looked_at[player.user_id] == match.id:
                own_table = match.id in own
                found[player.user_id] = replace(activity, playing=match, mine=own_table)
        elif activity.playing is None:
            found[player.user_id] = replace(activity, waiting=match, mine=match.id in own)
    for pk in _searching(playing):
        found[pk] = replace(found[pk], searching=True)
    watching = {pk: match_id for pk, match_id in looked_at.items() if shown[pk].watching}
    for pk, match in _watched(watching, own).items():
        found[pk] = replace(found[pk], watching=match)
    return found


def _chairs_of(people: Collection[int], own: Collection[str]) -> list[Player]:
    """The chairs of these people at running tables and open ones: public, or `own` by their ids."""
    if not people:
        return []
    waits = Q(match__status=Match.Status.OPEN, match__reveal_by=None, match__former=None)
    chairs = Player.objects.filter(
        Q(match__status=Match.Status.RUNNING) | waits,
        Q(match__public=True) | Q(match__in=own),
        user__in=people,
        left_at=None,
        ended_at=None,
    )
    ordered = chairs.select_related("match").order_by("match__status", "match__started_at", "pk")
    return [chair for chair in ordered if is_installed(chair.match.game)]


def _searching(people: Collection[int]) -> list[int]:
    """Those of these people whose search goes on."""
    if not people:
        return []
    waits = Q(seen_until=None) | Q(seen_until__gt=time_source.now())
    return list(
        Ticket.objects.filter(waits, user__in=people, match=None).values_list("user", flat=True)
    )


def _watched(looked_at: dict[int, str], own: Collection[str]) -> dict[int, Match]:
    """The running match each of them looks at without a seat there: public, or one's `own`."""
    ids = {match_id for match_id in looked_at.values() if match_id}
    if not ids:
        return {}
    matches = Match.objects.filter(
        Q(public=True) | Q(pk__in=own), pk__in=ids, status=Match.Status.RUNNING
    ).in_bulk()
    seats = Player.objects.filter(match__in=matches, user__in=looked_at)
    seated = set(seats.values_list("user", "match"))
    return {
        pk: matches[match_id]
        for pk, match_id in looked_at.items()
        if match_id in matches
        and (pk, match_id) not in seated
        and is_installed(matches[match_id].game)
    }
