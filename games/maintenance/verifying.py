"""Replay stored matches and compare the results with what is stored.

docs/decisions/0018-keeping.md says what is compared with what.
"""

from __future__ import annotations

import random
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, Literal, NamedTuple

import django
from django.db.models import Prefetch

from games.engine.history import Step
from games.engine.refusals import Refusal
from games.engine.verify import with_leavers
from games.matches.models import Event, Match, Player
from games.matches.services.event_store import (
    MatchState,
    digest_of,
    follow,
    initial_state,
    left_seats,
)
from games.titles.registry import ALL_RULES, is_installed

DEALT = (Match.Status.RUNNING, Match.Status.FINISHED, Match.Status.ABORTED)
BATCH = 25
AHEAD = 3
"""Batches read ahead for each process, which bounds what is in memory."""


class Stored(NamedTuple):
    """A match with its secret, players and events; tuples are quick to send to a process."""

    match: Match
    events: list[tuple[Any, ...]]


class Earlier(NamedTuple):
    """The digest of a match after one of its events, from an earlier replay."""

    number: int
    digest: str


@dataclass(frozen=True)
class Verdict:
    """The result of a replay.

    `differs`: the result is not the stored one. `broken`: the replay failed. `missing`: the game
    is not installed here, so the match was not replayed.
    """

    match: str
    game: str
    rules: int
    status: str
    number: int
    verdict: Literal["same", "differs", "broken", "missing"]
    digest: str = ""
    stored: bool = False
    """Whether a digest was stored to compare with."""
    why: str = ""

    @property
    def lacks_digest(self) -> bool:
        """Whether the match ended without a digest, so that only its outcome was compared."""
        return self.status != Match.Status.RUNNING and not self.stored


Batch = list[tuple[Stored, Earlier | None]]


def played(alias: str, *, sample: int | None = None) -> list[str]:
    """Return the ids of all matches that were dealt, or of `sample` of them drawn at random."""
    ids = sorted(Match.objects.using(alias).filter(status__in=DEALT).values_list("id", flat=True))
    return ids if sample is None or sample >= len(ids) else sorted(random.sample(ids, sample))


def verify(
    ids: Sequence[str], alias: str, *, jobs: int = 1, against: Mapping[str, Earlier] | None = None
) -> Iterator[Verdict]:
    """Yield a verdict on each match, in the order of the ids; unknown ids are left out.

    This process reads and the others replay, so that all verdicts are about the snapshot that the
    caller's transaction sees.

    Args:
        ids: The matches.
        alias: The database to read.
        jobs: How many processes replay; 1 replays in this one.
        against: Earlier digests to compare with, by match.
    """
    earlier = against or {}
    batches = (
        [(one, earlier.get(one.match.id)) for one in read(ids[start : start + BATCH], alias)]
        for start in range(0, len(ids), BATCH)
    )
    if jobs < 2:
        for batch in batches:
            yield from check_all(batch)
        return
    # Spawned, as a forked process would share this one's database connections.
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=django.setup)
    try:
        waiting: deque[Future[list[Verdict]]] = deque()
        for batch in batches:
            waiting.append(pool.submit(check_all, batch))
            if len(waiting) > jobs * AHEAD:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def read(ids: Sequence[str], alias: str) -> list[Stored]:
    """Return matches with all that a replay needs."""
    players = Prefetch("players", Player.objects.order_by("seat"))
    matches = Match.objects.using(alias).select_related("secret").prefetch_related(players)
    found = matches.in_bulk(ids)
    events: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
    rows = Event.objects.using(alias).filter(match__in=ids).order_by("match_id", "number")
    for match_id, *fields in rows.values_list("match_id", "number", "kind", "seat", "data"):
        events[match_id].append(tuple(fields))
    return [Stored(found[id], events[id]) for id in ids if id in found]


def check_all(batch: Batch) -> list[Verdict]:
    return [check(stored, earlier) for stored, earlier in batch]


def check(stored: Stored, earlier: Earlier | None = None) -> Verdict:
    """Replay a match, and compare it with what is stored and with an earlier digest."""
    match = stored.match
    head = match.id, match.game, match.rules, match.status, match.last_number
    if not is_installed(match.game):
        return Verdict(*head, "missing", why=f"There is no {match.game} here.")
    try:
        state, digest_then = _replayed(stored, earlier.number if earlier else None)
    except Refusal as refusal:
        return Verdict(*head, "broken", why=f"{refusal.code}: {refusal.reason}")
    except Exception as error:
        return Verdict(*head, "broken", why=f"{type(error).__name__}: {error}")
    digest = digest_of(state)
    why = _difference(match, state, digest)
    if not why and earlier is not None and digest_then != earlier.digest:
        why = f"It differs after event {earlier.number}."
    return Verdict(*head, "differs" if why else "same", digest, bool(match.digest), why)


def _replayed(stored: Stored, then: int | None) -> tuple[MatchState, str | None]:
    """Return the newest state of a match, and the digest of its state after event `then`."""
    match = stored.match
    rules = ALL_RULES.get((match.game, match.rules))
    if rules is None:
        raise LookupError(f"There is no {match.game} of rules version {match.rules} here.")
    secret = getattr(match, "secret", None)
    if secret is None or not secret.seed:
        raise LookupError("Its seed is missing.")
    # Events after the newest number may have been added while this was read.
    events = [Step(*fields) for fields in stored.events[: match.last_number]]
    if [event.number for event in events] != list(range(1, match.last_number + 1)):
        raise LookupError("Events are missing.")
    state = initial_state(rules, match.seats, match.options, secret.seed, secret.position)
    digest = digest_of(state) if then == 0 else None
    for event in events:
        state = follow(state, event)
        if event.number == then:
            digest = digest_of(state)
    return state, digest


def _difference(match: Match, state: MatchState, digest: str) -> str:
    """Return the first difference from what is stored; "" if there is none."""
    if match.digest and match.digest != digest:
        return "It differs from its stored digest."
    players = list(match.players.all())
    if match.status == Match.Status.FINISHED:
        return _wrong_end(match, players, state)
    asked = {player.seat for player in players if player.asked_at is not None}
    running = match.status == Match.Status.RUNNING
    if asked != (set(state.position.to_move()) if running else set()):
        return "The seats that are asked are not the seats to move."
    return ""


def _wrong_end(match: Match, players: list[Player], state: MatchState) -> str:
    left, outcome = left_seats(players), state.position.outcome()
    if outcome is None and not left:
        return "It is stored as finished, but its replay has no end."
    if outcome is None or left:
        outcome = with_leavers(outcome, match.seats, left)
    if match.outcome != outcome.dump():
        return "Its outcome differs."
    stored = [(player.place, player.score) for player in players]
    if stored != list(zip(outcome.places, outcome.scores, strict=True)):
        return "Its places or scores differ from its outcome."
    return ""
