"""The clocks of a finished match as they stood after each of its events."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from datetime import datetime

from games.boards.clock_face import ClockFace
from games.matches.cache import LruCache
from games.matches.models import Event, Match, Player, Vacation
from games.matches.services import clocks
from games.matches.services.event_store import MISSING_SINCE, dealt, follow
from games.matches.viewing import Access

CACHED_MATCHES = 64
Faces = Mapping[int, ClockFace]
"""The clocks by seat; bots have none."""
past_clock_cache: LruCache[str, dict[int, Faces]] = LruCache(CACHED_MATCHES)
LEAVING = frozenset({Event.Kind.RESIGN, Event.Kind.TIMEOUT, Event.Kind.EXPEL})


def past_clocks(access: Access) -> Mapping[int, Faces]:
    """Return the clocks after each event, by the event's number; 0 is the deal.

    Only a finished match has any: during the match they would reveal who was asked in secret. The
    result is also empty if the recomputed clocks differ from those stored at the end.
    """
    match = access.match
    if not match.pace or not match.revealed or match.started_at is None:
        return {}
    known = past_clock_cache.get(match.id)
    if known is None:
        known = _replayed(match, access.players, match.started_at)
        past_clock_cache.set(match.id, known)
    return known


def _replayed(match: Match, players: Sequence[Player], started: datetime) -> dict[int, Faces]:
    seated = [_at_the_start(match, player) for player in players]
    state = dealt(match)
    for player in seated:
        clocks.turn(match, player, state.position, None, started)
    faces = {0: _faces(match, seated, started)}
    for event in Event.objects.filter(match=match).order_by("number"):
        state = follow(state, event)
        for player in seated:
            if event.kind == Event.Kind.RESUME:
                if since := event.data.get(MISSING_SINCE):
                    clocks.go_on(match, player, datetime.fromisoformat(since), event.at)
                clocks.resume(match, player, event.at)
            elif player.seat == event.seat:
                _follow_person(match, player, event)
            if state.position.to_move():
                clocks.turn(match, player, state.position, event.seat, event.at, event.pause)
            else:
                # The game is over, so no increment is added.
                clocks.stop(match, player, event.at)
        faces[event.number] = _faces(match, seated, event.at)
    for player in seated:
        clocks.stop(match, player, match.ended_at or started)
    return faces if _agree(seated, players) else {}


def _at_the_start(match: Match, player: Player) -> Player:
    """Return a copy of a player as at the start; a player who left was a person until then."""
    copied = copy.copy(player)
    copied.bot = "" if player.left_by else player.bot
    copied.time_left, copied.deadline = match.bank * 1000, None
    copied.away_from = copied.away_until = None
    return copied


def _follow_person(match: Match, player: Player, event: Event) -> None:
    """Apply an event of a seat to its clock: a vacation, or a bot that takes over."""
    if event.kind == Event.Kind.AWAY:
        days = [datetime.fromisoformat(event.data[key]) for key in ("from", "until") if event.data]
        away = Vacation(starts=days[0], ends=days[1]) if days else None
        clocks.rearrange(match, player, away, event.at)
    elif event.kind in LEAVING:
        clocks.stop(match, player, event.at)
        player.bot = player.bot or event.kind


def _faces(match: Match, seated: Sequence[Player], at: datetime) -> Faces:
    low = clocks.low_mark(match).seconds * 1000
    return {
        player.seat: ClockFace(clocks.milliseconds_left(match, player, at), low)
        for player in seated
        if player.person and player.seat is not None
    }


def _agree(seated: Sequence[Player], stored: Sequence[Player]) -> bool:
    """Return whether the clocks of the remaining people agree with those stored at the end."""
    pairs = zip(seated, stored, strict=True)
    return all(copied.time_left == player.time_left for copied, player in pairs if copied.person)
