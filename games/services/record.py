"""The event store: the events of a match are its only truth; positions are replayed from them.

Positions are kept in this process by match and number, never shared by mutation; a kept one only
saves replaying what is already known.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.engine.chance import Chance
from games.engine.contract import Happening, Json, Position
from games.engine.record import FORMAT
from games.engine.replay import read_move
from games.models import Event, Match, MatchSecret, Player
from games.rules import SHELF

KEPT_MATCHES = 512


@dataclass(frozen=True, slots=True)
class Step:
    """One event as it is told: its number, what it was, who did it, what it brought about."""

    number: int
    kind: str
    seat: int | None
    data: Json
    happenings: tuple[Happening, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A match after its newest event: the position (not to be changed), and how it came to be."""

    number: int
    moves: int
    seed: bytes
    position: Position
    story: tuple[Step, ...]

    def chance(self) -> Chance:
        """The chance of the next move."""
        return Chance(self.seed, self.moves + 1)

    def after_move(
        self, number: int, seat: int, data: Json, position: Position, told: list[Happening]
    ) -> Standing:
        step = Step(number, Event.Kind.MOVE, seat, data, tuple(told))
        return Standing(number, self.moves + 1, self.seed, position, (*self.story, step))

    def after_event(self, event: Event) -> Standing:
        """The same position with one more line in the story."""
        step = Step(event.number, event.kind, event.seat, event.data, ())
        return Standing(event.number, self.moves, self.seed, self.position, (*self.story, step))


class _Kept:
    """The newest standing of the matches used last."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = Lock()
        self._standings: OrderedDict[str, Standing] = OrderedDict()

    def get(self, match_id: str) -> Standing | None:
        with self._lock:
            standing = self._standings.get(match_id)
            if standing is not None:
                self._standings.move_to_end(match_id)
            return standing

    def keep(self, match_id: str, standing: Standing) -> None:
        with self._lock:
            known = self._standings.get(match_id)
            if known is None or known.number < standing.number:
                self._standings[match_id] = standing
                self._standings.move_to_end(match_id)
                while len(self._standings) > self._size:
                    self._standings.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._standings.clear()


kept = _Kept(KEPT_MATCHES)


def dealt(match: Match) -> Standing:
    """A started match before its first event."""
    seed = bytes.fromhex(MatchSecret.objects.get(match=match).seed)
    rules = SHELF[match.game, match.rules]
    options = rules.game.read_options(match.options)
    position = rules.deal(match.seats, options, Chance(seed, 0))
    return Standing(0, 0, seed, position, ())


def standing_of(match: Match) -> Standing:
    """A started match as it stands at `match.last_number`."""
    standing = kept.get(match.id)
    if standing is not None and standing.number == match.last_number:
        return standing
    if standing is None or standing.number > match.last_number:
        standing = dealt(match)
    events = match.events.filter(number__gt=standing.number, number__lte=match.last_number)
    for event in events.order_by("number"):
        standing = _follow(standing, event)
    kept.keep(match.id, standing)
    return standing


def _follow(standing: Standing, event: Event) -> Standing:
    if event.kind != Event.Kind.MOVE:
        return standing.after_event(event)
    assert event.seat is not None
    position = standing.position.clone()
    move = read_move(position, event.data)
    told = position.play(event.seat, move, standing.chance())
    return standing.after_move(event.number, event.seat, event.data, position, told)


def append(match: Match, kind: str, seat: int | None, data: Json) -> Event:
    """Store the next event of a match whose row is locked by the caller."""
    now = timezone.now()
    event = Event.objects.create(
        match=match, number=match.last_number + 1, kind=kind, seat=seat, data=data, at=now
    )
    match.last_number = event.number
    match.moved_at = now
    return event


def keep_after_commit(match: Match, standing: Standing) -> None:
    """Keep a standing once it is true for everyone; what is rolled back is never kept."""
    transaction.on_commit(lambda: kept.keep(match.id, standing))


def record_of(match: Match) -> Json:
    """A finished match as a record that anyone can check; shown cards stay between the seats."""
    players = list(match.players.order_by("seat"))
    secret = MatchSecret.objects.get(match=match)
    return {
        "format": FORMAT,
        "game": match.game,
        "rules": match.rules,
        "seats": match.seats,
        "options": match.options,
        "seed": secret.seed,
        "moves": [
            {"seat": event.seat, **event.data, "at": event.at.isoformat(timespec="seconds")}
            for event in match.events.filter(kind=Event.Kind.MOVE).order_by("number")
        ],
        "match": match.id,
        "players": [_told(player) for player in players],
        "left": left_seats(players),
        "outcome": match.outcome,
        "fairness": {
            "commitment": match.commitment,
            "secret": secret.secret,
            "nonces": [player.nonce for player in players],
            "joined": [player.seat for player in sorted(players, key=lambda p: p.joined)],
        },
    }


def _told(player: Player) -> dict[str, Any]:
    return {"name": player.name, "bot": player.bot or None}


def left_seats(players: list[Player]) -> list[int]:
    """The seats that were left before the end, in the order of leaving."""
    leavers = [p for p in players if p.left_at is not None and p.seat is not None]
    leavers.sort(key=lambda p: p.left_at or 0)
    return [p.seat for p in leavers if p.seat is not None]
