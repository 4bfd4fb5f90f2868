"""The event store: the events of a match are its only truth; positions are replayed from them.

Positions are kept in this process by match and number, never shared by mutation; a kept one only
saves replaying what is already known.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Protocol

from django.db import transaction
from django.db.models import Q

from fastpath.statements import Prepared
from games.engine import shapes
from games.engine.chance import Chance
from games.engine.contract import Happening, Json, Move, Position
from games.engine.record import FORMAT, Record
from games.engine.replay import read_move
from games.matches.cache import VersionedCache
from games.matches.models import Event, Match, MatchSecret, Player
from games.matches.refusals import NotInstalled
from games.titles.registry import ALL_RULES, slugs
from watch.metrics import REPLAY

KEPT_MATCHES = 512


@dataclass(frozen=True, slots=True)
class Step:
    """One event as it is told: its number, what it was, who did it, what it brought about."""

    number: int
    kind: str
    seat: int | None
    data: Json
    happenings: tuple[Happening, ...]


class Line(Protocol):
    """What a replay reads of an event."""

    @property
    def number(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def data(self) -> Json: ...


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match after its newest event: the position (not to be changed), and how it came to be.

    `moves` counts those that stand; `back` holds the positions before each of the last ones that
    the seat on turn may still take back, the oldest first. `moved`: the seats that have made a
    move for all to see; what was answered in secret does not count, since it would tell who was.
    """

    number: int
    moves: int
    seed: bytes
    position: Position
    story: tuple[Step, ...]
    back: tuple[Position, ...] = ()
    moved: frozenset[int] = frozenset()

    @property
    def may_abort(self) -> bool:
        """Whether the match may still be called off: not every seat has moved yet."""
        return len(self.moved) < self.position.seats

    def chance(self) -> Chance:
        """The chance of the next move."""
        return Chance(self.seed, self.moves + 1)

    def after_move(
        self, number: int, seat: int, move: Move, position: Position, told: list[Happening]
    ) -> MatchState:
        step = Step(number, Event.Kind.MOVE, seat, move.dump(), tuple(told))
        revocable = may_be_taken_back(self.position, seat, move, position)
        back = (*self.back, self.position) if revocable else ()
        moved = self.moved if self.position.silence is not None else self.moved | {seat}
        story = (*self.story, step)
        return MatchState(number, self.moves + 1, self.seed, position, story, back, moved)

    def after_undo(self, event: Line) -> MatchState:
        """The position before the last move that stands, with the story of how it was undone."""
        undone = last_move(self.story)
        assert undone is not None
        assert event.seat is not None
        known = [happening.to for happening in undone.happenings]
        to = None if None in known else frozenset[int]().union(*filter(None, known))
        facts = {"seat": event.seat, "number": undone.number}
        step = Step(
            event.number, event.kind, event.seat, event.data, (Happening("undone", facts, to),)
        )
        *back, position = self.back
        story = (*self.story, step)
        return MatchState(
            event.number, self.moves - 1, self.seed, position, story, tuple(back), self.moved
        )

    def after_event(self, event: Line) -> MatchState:
        """The same position with one more line in the story."""
        step = Step(event.number, event.kind, event.seat, event.data, ())
        return replace(self, number=event.number, story=(*self.story, step))


def may_be_taken_back(before: Position, seat: int, move: Move, after: Position) -> bool:
    """Whether a move showed nobody anything hidden, and nobody else was asked since."""
    alone = (seat,)
    asked_nobody = before.to_move() == alone == after.to_move()
    return asked_nobody and before.game.undo and not before.reveals(move)


def undone_numbers(story: Iterable[Step]) -> set[int]:
    """The numbers of the moves that were taken back."""
    return {step.happenings[0].facts["number"] for step in story if step.kind == Event.Kind.UNDO}


def last_move(story: Sequence[Step]) -> Step | None:
    """The newest move that stands."""
    undone = 0
    for step in reversed(story):
        if step.kind == Event.Kind.UNDO:
            undone += 1
        elif step.kind == Event.Kind.MOVE:
            if not undone:
                return step
            undone -= 1
    return None


state_cache: VersionedCache[MatchState] = VersionedCache("positions", KEPT_MATCHES)
events_between = Prepared(
    lambda any_id, after, last: Event.objects.filter(
        match=any_id, number__gt=after, number__lte=last
    ).order_by("number"),
    *("any", 1, 2),
)


def installed(prefix: str = "") -> Q:
    """The matches whose game is installed here; no others can be replayed, or move.

    `prefix` leads from what is asked for to the match, as in `match__`.
    """
    return Q(**{f"{prefix}game__in": slugs()})


def dealt(match: Match) -> MatchState:
    """A started match before its first event; NotInstalled."""
    rules = ALL_RULES.get((match.game, match.rules))
    if rules is None:
        raise NotInstalled(match)
    secret = MatchSecret.objects.get(match=match)
    return laid_out(rules, match.seats, match.options, secret.seed, secret.position)


def laid_out(
    rules: type[Position], seats: int, options: Json, seed: str, position: Json | None
) -> MatchState:
    """The beginning, from what is stored of it."""
    known = bytes.fromhex(seed)
    start = Record(rules, seats, rules.game.read_options(options), known, position).start()
    return MatchState(0, 0, known, start, ())


def match_state(match: Match) -> MatchState:
    """A started match as it stands at `match.last_number`."""
    known = state_cache.newest(match.id)
    there = known is not None and known[0] == match.last_number
    state_cache.tally(there)
    if known is not None and there:
        return known[1]
    afresh = known is None or known[0] > match.last_number
    with REPLAY.labels("start" if afresh else "kept").time():
        standing = dealt(match) if known is None or afresh else known[1]
        for event in events_between.rows(match.id, standing.number, match.last_number):
            standing = follow(standing, event)
    cache_after_commit(match, standing)
    return standing


def follow(standing: MatchState, event: Line) -> MatchState:
    """The standing after the next event, through the rules; their refusals."""
    if event.kind == Event.Kind.UNDO:
        return standing.after_undo(event)
    if event.kind != Event.Kind.MOVE:
        return standing.after_event(event)
    assert event.seat is not None
    position = standing.position.clone()
    move = read_move(position, event.data)
    told = position.play(event.seat, move, standing.chance())
    return standing.after_move(event.number, event.seat, move, position, told)


def digest_of(standing: MatchState) -> str:
    """SHA-256 of how a match stands: the chance, every event, and the position they lead to.

    Written down when a match ends: a later replay that comes to another one was played by other
    rules. With the seed in it, it tells nobody what is hidden.
    """
    position = standing.position
    outcome = position.outcome()
    told = {
        "game": position.game.slug,
        "rules": position.game.rules,
        "seed": standing.seed.hex(),
        "events": [[step.number, step.kind, step.seat, step.data] for step in standing.story],
        "position": position.dump(),
        "outcome": None if outcome is None else outcome.dump(),
    }
    return sha256(json.dumps(told, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def cache_after_commit(match: Match, standing: MatchState) -> None:
    """Keep a standing once it is true for everyone; what is rolled back is never kept."""
    transaction.on_commit(lambda: state_cache.keep(match.id, standing.number, standing))


def record_of(match: Match) -> shapes.Exported:
    """A finished match as a record that anyone can check; shown cards stay between the seats."""
    players = list(match.players.order_by("seat"))
    secret = MatchSecret.objects.get(match=match)
    start: shapes.Start = {} if secret.position is None else {"position": secret.position}
    turned: shapes.Turned = {} if match.former_id is None else {"turned": match.former_id}
    joined = sorted(players, key=lambda player: player.joined)
    return {
        "format": FORMAT,
        "game": match.game,
        "rules": match.rules,
        "seats": match.seats,
        "options": match.options,
        "seed": secret.seed,
        **start,
        "moves": [
            {"seat": event.seat, **event.data, "at": event.at.isoformat(timespec="seconds")}
            for event in moves_that_stand(match)
        ],
        "match": match.id,
        "players": [_told(player) for player in players],
        "left": left_seats(players),
        "outcome": match.outcome,
        "fairness": {
            "commitment": match.commitment,
            "secret": secret.secret,
            "nonces": [player.nonce for player in players],
            "joined": [player.seat for player in joined if player.seat is not None],
            **turned,
        },
    }


def moves_that_stand(match: Match) -> list[Event]:
    """The moves of a match in their order, without those that were taken back."""
    standing: list[Event] = []
    for event in match.events.filter(kind__in=(Event.Kind.MOVE, Event.Kind.UNDO)):
        if event.kind == Event.Kind.UNDO:
            standing.pop()
        else:
            standing.append(event)
    return standing


def _told(player: Player) -> shapes.Player:
    return {"name": player.name, "bot": player.bot or None}


def left_seats(players: list[Player]) -> list[int]:
    """The seats that were left before the end, in the order of leaving."""
    leavers = [p for p in players if p.left_at is not None and p.seat is not None]
    leavers.sort(key=lambda p: p.left_at or 0)
    return [p.seat for p in leavers if p.seat is not None]
