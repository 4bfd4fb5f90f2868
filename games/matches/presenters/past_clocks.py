"""The clocks of a finished match as they stood after each of its events."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from datetime import datetime

from games.matches.access import Access
from games.matches.cache import LruCache
from games.matches.models import Event, Match, Player, Vacation
from games.matches.presenters.clocks import ClockFace
from games.matches.services import clocks
from games.matches.services.event_store import dealt, follow

CACHED_MATCHES = 64
Faces = Mapping[int, ClockFace]
"""The clocks by seat; bots have none."""
past_clock_cache: LruCache[str, dict[int, Faces]] = LruCache(CACHED_MATCHES)
LEAVING = frozenset({Event.Kind.RESIGN, Event.Kind.TIMEOUT, Event.Kind.EXPEL})


def past_clocks(access: Access) -> Mapping[int, Faces]:
    """By the number of the event, 0 being the deal; empty where there is nothing to tell.

    They are told once a match is over: nobody can learn from them any more who was asked in secret.
    A match that was not played by the clock throughout, or whose clocks do not come to what was
    stored at its end, has none: rather nothing than something wrong.
    """
    match = access.match
    if not match.pace or match.status != Match.Status.FINISHED or match.started_at is None:
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
            if player.seat == event.seat:
                _follow_person(match, player, event)
            if state.position.to_move():
                clocks.turn(match, player, state.position, event.seat, event.at)
            else:
                # The end adds nothing any more.
                clocks.stop(match, player, event.at)
        faces[event.number] = _faces(match, seated, event.at)
    for player in seated:
        clocks.stop(match, player, match.ended_at or started)
    return faces if _agree(seated, players) else {}


def _at_the_start(match: Match, player: Player) -> Player:
    """The player as he sat down; whoever left was a person until then."""
    copied = copy.copy(player)
    copied.bot = "" if player.left_by else player.bot
    copied.time_left, copied.deadline = match.bank * 1000, None
    copied.away_from = copied.away_until = None
    return copied


def _follow_person(match: Match, player: Player, event: Event) -> None:
    """What an event of a seat changes but for the question: a vacation, or that a bot goes on."""
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
    """Whether the clocks of those who stayed come to what was stored when the match ended."""
    pairs = zip(seated, stored, strict=True)
    return all(copied.time_left == player.time_left for copied, player in pairs if copied.person)
