"""The event store: matches are replayed from their events; states are cached, never changed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from django.db import transaction
from django.db.models import Count, Q
from django.utils.translation import gettext_noop as _

from core.monitoring.metrics import REPLAY
from games.engine import shapes
from games.engine.chance import Chance
from games.engine.contract import Effect, Json, Move, Position
from games.engine.history import STEP_FIELDS, History, Step, last_move
from games.engine.record import FORMAT, Record
from games.engine.replay import read_move
from games.matches.cache import MatchCache
from games.matches.models import Event, Match, MatchSecret, Player
from games.matches.refusals import NotInstalled, NotOver
from games.matches.services.fairness import proof_of
from games.titles.registry import ALL_RULES

CACHED_MATCHES = 1024
MISSING_SINCE = "missing_since"
"""The key of a resuming event that says since when the game of the match was missing."""
FEW = 3
"""The number of decisions by each seat after which a rated match is under way."""


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match after its newest event: the position, which must not be changed, and its history.

    Attributes:
        number: The number of the newest event.
        moves: The number of moves that were made and not undone.
        seed: The seed of the match's chance.
        position: The position after the newest event.
        history: Every event as a step.
        start: The position before the first event.
        back: The positions before the moves that the seat to move may still undo, oldest first.
        decided: By seat, the number of public moves, undone or not, counted up to `FEW`. Secret
            answers do not count, since that would reveal who was asked.
        agreed: The seats that agree to call the match off.
    """

    number: int
    moves: int
    seed: bytes
    position: Position
    history: History[Step]
    start: Position
    back: tuple[Position, ...] = ()
    decided: tuple[int, ...] = ()
    agreed: frozenset[int] = frozenset()

    @property
    def may_abort(self) -> bool:
        """Whether the match may be called off: no player has made a public move."""
        return not any(self.decided)

    @property
    def all_moved(self) -> bool:
        """Whether every seat has moved; before that, a player who leaves has not lost."""
        return all(self.decided)

    @property
    def under_way(self) -> bool:
        """Whether every seat has made a few decisions; before that, no player has won if rated.

        The rules may say so earlier.
        """
        return min(self.decided) >= FEW or self.position.under_way

    def chance(self) -> Chance:
        """Return the chance of the next move."""
        return Chance(self.seed, self.moves + 1)

    def after_move(
        self,
        event: Event | Step,
        move: Move,
        position: Position,
        effects: list[Effect],
    ) -> MatchState:
        number, seat = event.number, event.seat
        assert seat is not None
        step = Step(number, event.kind, seat, move.dump(), tuple(effects), event.weaker)
        revocable = may_be_taken_back(self.position, seat, move, position)
        back = (*self.back, self.position) if revocable else ()
        decided = self.decided
        if decided[seat] < FEW and self.position.silence is None:
            decided = (*decided[:seat], decided[seat] + 1, *decided[seat + 1 :])
        history = self.history.then(step)
        moves = self.moves + 1
        return MatchState(
            number, moves, self.seed, position, history, self.start, back, decided, self.agreed
        )

    def after_undo(self, event: Event | Step) -> MatchState:
        """Return the state after an undo: the position before the last move, one more step."""
        undone = last_move(self.history)
        assert undone is not None
        assert event.seat is not None
        audiences = [effect.to for effect in undone.effects]
        to = None if None in audiences else frozenset[int]().union(*filter(None, audiences))
        effect = Effect("undone", {"seat": event.seat, "number": undone.number}, to)
        step = Step(event.number, event.kind, event.seat, event.data, (effect,))
        *back, position = self.back
        return replace(
            self,
            number=event.number,
            moves=self.moves - 1,
            position=position,
            history=self.history.then(step),
            back=tuple(back),
        )

    def after_event(self, event: Event | Step) -> MatchState:
        """Return the state after an event that leaves the position unchanged."""
        step = Step(event.number, event.kind, event.seat, event.data)
        agreed = self.agreed
        if event.kind == Event.Kind.AGREE:
            assert event.seat is not None
            # One player who wants to play on answers for all.
            agreed = agreed | {event.seat} if event.data["agree"] else frozenset()
        return replace(self, number=event.number, history=self.history.then(step), agreed=agreed)


def may_be_taken_back(before: Position, seat: int, move: Move, after: Position) -> bool:
    """Return whether a move revealed nothing hidden, and passed the turn to no other seat."""
    same_seat = before.to_move() == (seat,) == after.to_move()
    return same_seat and before.game.undo and not before.reveals(move)


state_cache: MatchCache[MatchState] = MatchCache("positions", CACHED_MATCHES)


def steps_between(match: Match, after: int, last: int) -> list[Step]:
    """Return the events of a match with numbers above `after`, up to `last`, in order."""
    if after >= last:
        return []
    events = Event.objects.filter(match=match, number__gt=after, number__lte=last)
    rows = events.order_by("number").values_list(*STEP_FIELDS, "weaker")
    return [
        Step(number, kind, seat, data, weaker=weaker) for number, kind, seat, data, weaker in rows
    ]


def installed(prefix: str = "") -> Q:
    """Return a filter for matches whose rules are installed: no others can be replayed or played.

    Args:
        prefix: The path from the queried model to the match, such as `match__`.
    """
    found = Q(pk__in=())
    for game, rules in ALL_RULES:
        found |= Q(**{f"{prefix}game": game, f"{prefix}rules": rules})
    return found


def dealt(match: Match) -> MatchState:
    """Return the state of a started match before its first event.

    Raises:
        NotInstalled: The game, or this version of its rules, is not installed.
    """
    rules = ALL_RULES.get((match.game, match.rules))
    if rules is None:
        raise NotInstalled(match)
    secret = MatchSecret.objects.get(match=match)
    return initial_state(rules, match.seats, match.options, secret.seed, secret.position)


def initial_state(
    rules: type[Position], seats: int, options: Json, seed: str, position: Json | None
) -> MatchState:
    """Return the state before the first event.

    Args:
        rules: The rules.
        seats: The number of seats.
        options: The options as JSON.
        seed: The seed in hex.
        position: A dumped position to start from, in place of the game's deal.
    """
    known = bytes.fromhex(seed)
    start = Record(rules, seats, rules.game.read_options(options), known, position).start()
    return MatchState(0, 0, known, start, History(), start, decided=(0,) * seats)


def initial_state_of(state: MatchState) -> MatchState:
    """Return the state of the same match before its first event."""
    start = state.start
    return MatchState(0, 0, state.seed, start, History(), start, decided=(0,) * start.seats)


def match_state(match: Match) -> MatchState:
    """Return the state of a started match at `match.last_number`, and cache it after commit.

    Raises:
        NotInstalled: The game, or this version of its rules, is not installed.
    """
    cached = state_cache.get(match.id)
    number, state = cached or (0, None)
    found = state is not None and number == match.last_number
    state_cache.count(found)
    if state is not None and found:
        return state
    if number > match.last_number:
        state = None
    with REPLAY.labels("start" if state is None else "kept").time():
        state = state or dealt(match)
        for step in steps_between(match, state.number, match.last_number):
            state = follow(state, step)
    cache_after_commit(match, state)
    return state


def follow(state: MatchState, event: Event | Step) -> MatchState:
    """Return the state after the next event.

    Raises:
        Refusal: The event is not legal by the rules.
    """
    if event.kind == Event.Kind.UNDO:
        return state.after_undo(event)
    if event.kind != Event.Kind.MOVE:
        return state.after_event(event)
    assert event.seat is not None
    position = state.position.clone()
    move = read_move(position, event.data)
    effects = position.play(event.seat, move, state.chance())
    return state.after_move(event, move, position, effects)


def state_after(state: MatchState, number: int) -> MatchState:
    """Return the state of the same match after an earlier event; 0 is the deal."""
    earlier = initial_state_of(state)
    for step in state.history:
        if step.number > number:
            break
        earlier = follow(earlier, step)
    return earlier


def digest_of(state: MatchState) -> str:
    """Return the SHA-256 of a match: its seed, every event, and the position they lead to.

    It is stored when a match ends: a replay with a different digest used different rules. Because
    the seed is part of it, hidden information cannot be guessed from it.
    """
    position = state.position
    outcome = position.outcome()
    content = {
        "game": position.game.slug,
        "rules": position.game.rules,
        "seed": state.seed.hex(),
        "events": [[step.number, step.kind, step.seat, step.data] for step in state.history],
        "position": position.dump(),
        "outcome": None if outcome is None else outcome.dump(),
    }
    return sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def cache_after_commit(match: Match, state: MatchState) -> None:
    """Cache a state once it is committed; a state that is rolled back is never cached."""
    transaction.on_commit(lambda: state_cache.set_newer(match.id, state.number, state))


def record_of(match: Match) -> shapes.Exported:
    """Return a finished match as a record that anyone can check; shown cards are left out."""
    players = list(match.players.order_by("seat"))
    secret = MatchSecret.objects.get(match=match)
    start: shapes.Start = {} if secret.position is None else {"position": secret.position}
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
        "players": [_shown(player) for player in players],
        "rated": match.rated,
        "left": left_seats(players),
        "outcome": match.outcome,
        "fairness": proof_of(match, players, secret),
    }


def _shown(player: Player) -> shapes.Player:
    shown: shapes.Player = {"name": player.name, "bot": player.bot or None}
    return {**shown, "program": True} if player.program else shown


def open_record(match: Match) -> Json:
    """Return the record of a match, if it is finished.

    Raises:
        NotOver: The match is not finished.
    """
    if not match.revealed:
        raise NotOver(_("You can open the record once the match is over."))
    return dict(record_of(match))


def moves_that_stand(match: Match) -> list[Event]:
    """Return the moves of a match in order, without those that were undone."""
    moves: list[Event] = []
    for event in match.events.filter(kind__in=(Event.Kind.MOVE, Event.Kind.UNDO)):
        if event.kind == Event.Kind.UNDO:
            moves.pop()
        else:
            moves.append(event)
    return moves


def moves_among(matches: Iterable[Match]) -> dict[str, int]:
    """Return the number of moves of each match, without those that were taken back."""
    made, undone = (Count("pk", filter=Q(kind=kind)) for kind in (Event.Kind.MOVE, Event.Kind.UNDO))
    counted = Event.objects.filter(match__in=matches).values("match").annotate(moves=made - undone)
    return dict(counted.values_list("match", "moves"))


def causes_among(matches: Iterable[Match]) -> dict[str, str]:
    """Return why matches were called off, by match id; those that were not are left out."""
    events = Event.objects.filter(match__in=matches, kind=Event.Kind.ABORT)
    return {match: data["cause"] for match, data in events.values_list("match", "data")}


def left_seats(players: Sequence[Player]) -> list[int]:
    """Return the seats whose players left before the end, in the order of leaving."""
    left = [(p.left_at, p.seat) for p in players if p.left_at is not None and p.seat is not None]
    return [seat for _number, seat in sorted(left)]
