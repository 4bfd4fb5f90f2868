"""Users' presence for one viewer: here, playing, waiting, searching or watching."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from django.db.models import Q

from accounts.http import Visitor
from accounts.services.privacy import presence_shown
from games.engine.contract import Game
from games.lobby.models import Ticket
from games.lobby.services import tickets
from games.matches.models import Match, Player
from games.matches.services import presence
from games.titles.registry import game_of, is_installed


@dataclass(frozen=True)
class Activity:
    """A user's presence, as far as the viewer may see it; empty for an absent user.

    The matches are those that the viewer may see.
    """

    here: bool = False
    playing: Match | None = None
    waiting: Match | None = None
    """The open table at which the user waits for others."""
    searching: bool = False
    """The user searches by quick match."""
    watching: Match | None = None
    mine: bool = False
    """Whether the viewer sits at the table where the user plays or waits."""

    @property
    def match(self) -> Match | None:
        """The match at which the viewer finds the user."""
        return self.playing or self.waiting or (None if self.searching else self.watching)

    @property
    def game(self) -> Game | None:
        return game_of(self.match.game) if self.match else None

    @property
    def rank(self) -> int:
        """The order of lists: players first, absent users last."""
        steps = (self.playing, self.waiting, self.searching, self.watching, self.here)
        return next((number for number, step in enumerate(steps) if step), len(steps))


AWAY = Activity()


def activities(viewer: Visitor, people: Collection[int]) -> dict[int, Activity]:
    """Return the presence of each of these users by id, in a fixed number of queries."""
    shown = presence_shown(viewer, people)
    looked_at = presence.here(pk for pk in people if shown[pk].online)
    found = {pk: Activity(here=True) if pk in looked_at else AWAY for pk in people}
    if not looked_at:
        return found
    seats = Player.objects.filter(user=viewer.pk, ended_at=None, left_at=None)
    own = set(seats.values_list("match", flat=True))
    playing = [pk for pk in looked_at if shown[pk].playing]
    for player in _seats_of(playing, own):
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


def _seats_of(people: Collection[int], own: Collection[str]) -> list[Player]:
    """Return the users' seats at running and open tables: public, or `own` by match id."""
    if not people:
        return []
    waits = Q(match__status=Match.Status.OPEN, match__reveal_by=None, match__former=None)
    players = Player.objects.filter(
        Q(match__status=Match.Status.RUNNING) | waits,
        Q(match__public=True) | Q(match__in=own),
        user__in=people,
        left_at=None,
        ended_at=None,
    )
    ordered = players.select_related("match").order_by("match__status", "match__started_at", "pk")
    return [player for player in ordered if is_installed(player.match.game)]


def _searching(people: Collection[int]) -> list[int]:
    """Return those of these users whose search goes on."""
    if not people:
        return []
    waiting = Ticket.objects.filter(tickets.present(), user__in=people, match=None)
    return list(waiting.values_list("user", flat=True))


def _watched(looked_at: dict[int, str], own: Collection[str]) -> dict[int, Match]:
    """Return the running match each user watches without a seat there: public, or `own`."""
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
