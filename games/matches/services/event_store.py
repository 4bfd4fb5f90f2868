"""The event store: matches are replayed from their events; states are cached, never changed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from games.engine import shapes
from games.engine.chance import Chance
from games.engine.contract import Happening, Json, Move, Position
from games.engine.history import History
from games.engine.record import FORMAT, Record
from games.engine.replay import read_move
from games.matches.cache import MatchCache
from games.matches.models import Event, Match, MatchSecret, Player
from games.matches.refusals import NotInstalled, NotRunning
from games.matches.services.fairness import proof_of
from games.titles.registry import ALL_RULES, slugs
from watch.metrics import REPLAY

CACHED_MATCHES = 1024
FEW = 3
"""So many decisions each seat makes before a rated match is under way."""
PUBLIC = frozenset(
    {
        *(Event.Kind.RESIGN, Event.Kind.TIMEOUT, Event.Kind.EXPEL, Event.Kind.ABORT),
        Event.Kind.AWAY,
    }
)
"""The kinds of events that everybody is told of."""


@dataclass(frozen=True, slots=True)
class Step:
    """One replayed event: its number, kind, seat and data, and the happenings it caused."""

    number: int
    kind: str
    seat: int | None
    data: Json
    happenings: tuple[Happening, ...] = ()


STEP_FIELDS = ("number", "kind", "seat", "data")
"""What an event has of a step."""


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match after its newest event: the position (not to be changed), and how it came to be.

    `start`: the position before the first event. `moves`: how many moves were made and not undone.
    `back`: the positions before each of the last ones that the seat on turn may still undo, the
    oldest first. `decided`: how many public moves each seat has made, taken back or not, counted
    up to `FEW`; secret answers do not count, since that would reveal who was asked.
    """

    number: int
    moves: int
    seed: bytes
    position: Position
    story: History[Step]
    start: Position
    back: tuple[Position, ...] = ()
    decided: tuple[int, ...] = ()

    @property
    def may_abort(self) -> bool:
        """Whether the match may be called off: nobody has moved, and shown anything by it."""
        return not any(self.decided)

    @property
    def all_moved(self) -> bool:
        """Whether every seat has moved: before, who leaves has not yet lost a match."""
        return all(self.decided)

    @property
    def under_way(self) -> bool:
        """Whether every seat has made a few decisions: before, nobody has won a rated match."""
        return min(self.decided) >= FEW

    def chance(self) -> Chance:
        """The chance of the next move."""
        return Chance(self.seed, self.moves + 1)

    def after_move(
        self, number: int, seat: int, move: Move, position: Position, happenings: list[Happening]
    ) -> MatchState:
        step = Step(number, Event.Kind.MOVE, seat, move.dump(), tuple(happenings))
        revocable = may_be_taken_back(self.position, seat, move, position)
        back = (*self.back, self.position) if revocable else ()
        decided = self.decided
        if decided[seat] < FEW and self.position.silence is None:
            decided = (*decided[:seat], decided[seat] + 1, *decided[seat + 1 :])
        story = self.story.then(step)
        moves = self.moves + 1
        return MatchState(number, moves, self.seed, position, story, self.start, back, decided)

    def after_undo(self, event: Event | Step) -> MatchState:
        """The position before the last valid move, with the story of how it was undone."""
        undone = last_move(self.story)
        assert undone is not None
        assert event.seat is not None
        audiences = [happening.to for happening in undone.happenings]
        to = None if None in audiences else frozenset[int]().union(*filter(None, audiences))
        happening = Happening("undone", {"seat": event.seat, "number": undone.number}, to)
        step = Step(event.number, event.kind, event.seat, event.data, (happening,))
        *back, position = self.back
        return replace(
            self,
            number=event.number,
            moves=self.moves - 1,
            position=position,
            story=self.story.then(step),
            back=tuple(back),
        )

    def after_event(self, event: Event | Step) -> MatchState:
        """The same position with one more step in the story."""
        step = Step(event.number, event.kind, event.seat, event.data)
        return replace(self, number=event.number, story=self.story.then(step))


def may_be_taken_back(before: Position, seat: int, move: Move, after: Position) -> bool:
    """Whether a move showed nobody anything hidden, and nobody else was asked since."""
    same_seat = before.to_move() == (seat,) == after.to_move()
    return same_seat and before.game.undo and not before.reveals(move)


def is_visible(step: Step, seat: int | None) -> bool:
    """Whether a viewer, None being the public, may know that this step was taken at all."""
    if step.kind in PUBLIC or (seat is not None and step.seat == seat):
        return True
    if step.kind == Event.Kind.SHOW:
        return seat in step.data["to"]
    return any(happening.known_to(seat) for happening in step.happenings)


def is_replayed(step: Step, seat: int | None) -> bool:
    """Return whether a replay shows this step: not cards that others were shown, nor renamings."""
    return step.kind not in (Event.Kind.SHOW, Event.Kind.RENAME) or is_visible(step, seat)


def undone_numbers(story: Iterable[Step]) -> set[int]:
    """The numbers of the moves that were undone."""
    return {step.happenings[0].facts["number"] for step in story if step.kind == Event.Kind.UNDO}


def last_move(story: Sequence[Step]) -> Step | None:
    """The newest move that was not undone."""
    undone = 0
    for step in reversed(story):
        if step.kind == Event.Kind.UNDO:
            undone += 1
        elif step.kind == Event.Kind.MOVE:
            if not undone:
                return step
            undone -= 1
    return None


state_cache: MatchCache[MatchState] = MatchCache("positions", CACHED_MATCHES)


def steps_between(match: Match, after: int, last: int) -> list[Step]:
    """The events of a match after one number, up to another, in their order."""
    events = Event.objects.filter(match=match, number__gt=after, number__lte=last)
    return [Step(*row) for row in events.order_by("number").values_list(*STEP_FIELDS)]


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
    return initial_state(rules, match.seats, match.options, secret.seed, secret.position)


def initial_state(
    rules: type[Position], seats: int, options: Json, seed: str, position: Json | None
) -> MatchState:
    """The state before the first event; `seed` in hex, `position` in place of the game's deal."""
    known = bytes.fromhex(seed)
    start = Record(rules, seats, rules.game.read_options(options), known, position).start()
    return MatchState(0, 0, known, start, History(), start, decided=(0,) * seats)


def initial_state_of(state: MatchState) -> MatchState:
    """The same match before its first event."""
    start = state.start
    return MatchState(0, 0, state.seed, start, History(), start, decided=(0,) * start.seats)


def match_state(match: Match) -> MatchState:
    """A started match as it is at `match.last_number`."""
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
    """The state after the next event, by the rules; raises their refusals."""
    if event.kind == Event.Kind.UNDO:
        return state.after_undo(event)
    if event.kind != Event.Kind.MOVE:
        return state.after_event(event)
    assert event.seat is not None
    position = state.position.clone()
    move = read_move(position, event.data)
    happenings = position.play(event.seat, move, state.chance())
    return state.after_move(event.number, event.seat, move, position, happenings)


def state_after(state: MatchState, number: int) -> MatchState:
    """The same match as it was after an earlier event; 0 is the deal."""
    earlier = initial_state_of(state)
    for step in state.story:
        if step.number > number:
            break
        earlier = follow(earlier, step)
    return earlier


def digest_of(state: MatchState) -> str:
    """SHA-256 of a match: its chance, every event, and the position they lead to.

    Stored when a match ends: a replay with another digest was played by other rules. It includes
    the seed, so that it reveals nothing hidden.
    """
    position = state.position
    outcome = position.outcome()
    content = {
        "game": position.game.slug,
        "rules": position.game.rules,
        "seed": state.seed.hex(),
        "events": [[step.number, step.kind, step.seat, step.data] for step in state.story],
        "position": position.dump(),
        "outcome": None if outcome is None else outcome.dump(),
    }
    return sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def cache_after_commit(match: Match, state: MatchState) -> None:
    """Cache a state once it is committed; what is rolled back is never cached."""
    transaction.on_commit(lambda: state_cache.set_newer(match.id, state.number, state))


def record_of(match: Match) -> shapes.Exported:
    """A finished match as a record that anyone can check, without shown cards."""
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
        "players": [{"name": player.name, "bot": player.bot or None} for player in players],
        "left": left_seats(players),
        "outcome": match.outcome,
        "fairness": proof_of(match, players, secret),
    }


def open_record(match: Match) -> Json:
    """The same of a match that is over; NotRunning."""
    if match.status != Match.Status.FINISHED:
        raise NotRunning(_("The record is open once the match is over."))
    return dict(record_of(match))


def moves_that_stand(match: Match) -> list[Event]:
    """The moves of a match in their order, without those that were undone."""
    moves: list[Event] = []
    for event in match.events.filter(kind__in=(Event.Kind.MOVE, Event.Kind.UNDO)):
        if event.kind == Event.Kind.UNDO:
            moves.pop()
        else:
            moves.append(event)
    return moves


def left_seats(players: Sequence[Player]) -> list[int]:
    """The seats that were left before the end, in the order of leaving."""
    left = [(p.left_at, p.seat) for p in players if p.left_at is not None and p.seat is not None]
    return [seat for _number, seat in sorted(left)]
