"""A generator of millions of events: real moves of whole matches, many of which run at once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from random import Random
from typing import NamedTuple

from django.db import connection, transaction
from django.utils import timezone

from bench.engine import LONG_MATCH, long_record
from games.engine.contract import Json
from games.engine.record import Record
from games.matches.models import Event, Match, MatchSecret, Player, new_id
from games.matches.services.append import enter_lists
from games.titles.registry import all_games, newest

FIRST = datetime(2026, 1, 1, tzinfo=UTC)
APART = timedelta(milliseconds=2)
"""Time between two events of the site: that of 10,000 people who decide every 20 seconds."""
BETWEEN_BEGINNINGS = 50
COPIED_AT_ONCE = 5_000
BATCH = 2_000
COLUMNS = "match_id, number, kind, seat, data, at, took"


class Pattern(NamedTuple):
    """The match that all generated matches of a game repeat."""

    record: Record
    lines: list[str]
    """Its events as COPY reads them, without match and time."""

    def move(self, number: int) -> tuple[int, Json]:
        """Return the seat and the data of an event."""
        move = dict(self.record.moves[number - 1])
        return move.pop("seat"), move


@dataclass(slots=True)
class Generated:
    """A match whose events are being generated."""

    id: str
    pattern: Pattern
    began: datetime
    number: int
    at: datetime

    @property
    def over(self) -> bool:
        return self.number == len(self.pattern.lines)


def patterns() -> dict[str, Pattern]:
    """Return a long match of each game."""
    found = {}
    for game in all_games():
        record = long_record(newest(game.slug), LONG_MATCH)
        lines = [_line(number, move) for number, move in enumerate(record.moves, start=1)]
        found[game.slug] = Pattern(record, lines)
    return found


def _line(number: int, move: Json) -> str:
    data = json.dumps({key: value for key, value in move.items() if key != "seat"})
    # COPY reads a backslash as the start of an escape sequence.
    escaped = data.replace("\\", "\\\\")
    return f"{number}\t{Event.Kind.MOVE}\t{move['seat']}\t{escaped}"


class Generator:
    """Generates events of matches that run at the same time, in the order of a site's store.

    At most `at_once` matches run at a time. When one ends, the next begins, with the games in turn.
    They begin one after the other, because otherwise all of one game would end at the same time.
    """

    def __init__(self, at_once: int) -> None:
        self.at_once = at_once
        self.matches: list[Generated] = []
        self._rng = Random("events")
        self._patterns = list(patterns().values())

    def lines(self, count: int) -> Iterator[str]:
        """Yield `count` events, as lines that COPY reads into COLUMNS."""
        luck, now, running = self._rng.random, FIRST, [self._begin(FIRST)]
        for n in range(count):
            if n % BETWEEN_BEGINNINGS == 0 and len(running) < self.at_once:
                running.append(self._begin(now))
            place = int(luck() * len(running))
            match = running[place]
            if match.over:
                match = running[place] = self._begin(now)
            match.number += 1
            match.at = now = now + APART
            line = match.pattern.lines[match.number - 1]
            yield f"{match.id}\t{line}\t{now.isoformat()}\t{int(luck() * 60_000)}\n"

    def _begin(self, now: datetime) -> Generated:
        pattern = self._patterns[len(self.matches) % len(self._patterns)]
        match = Generated(new_id(), pattern, now, 0, now)
        self.matches.append(match)
        return match


def fill(count: int, at_once: int) -> int:
    """Write `count` events and their matches into an empty database; return the matches' number."""
    generator = Generator(at_once)
    lines = generator.lines(count)
    with transaction.atomic():
        if connection.vendor == "postgresql":
            _copy(lines)
        else:
            Event.objects.bulk_create(map(_event, lines), batch_size=BATCH)
        begun = [match for match in generator.matches if match.number]
        for first in range(0, len(begun), BATCH):
            _write_matches(begun[first : first + BATCH])
    return len(begun)


def _copy(lines: Iterator[str]) -> None:
    with connection.cursor() as cursor:
        # Foreign keys are not checked: matches and events are both written here.
        cursor.execute("SET LOCAL session_replication_role = replica")
        with cursor.copy(f"COPY {Event._meta.db_table} ({COLUMNS}) FROM STDIN") as copy:
            while some := "".join(islice(lines, COPIED_AT_ONCE)):
                copy.write(some)


def _event(line: str) -> Event:
    match, number, kind, seat, data, at, took = line.rstrip("\n").split("\t")
    return Event(
        match_id=match,
        number=int(number),
        kind=kind,
        seat=int(seat),
        data=json.loads(data.replace("\\\\", "\\")),
        at=datetime.fromisoformat(at),
        took=int(took),
    )


def _write_matches(generated: list[Generated]) -> None:
    matches, players, hidden = [], [], []
    for one in generated:
        match, seated = _match(one), []
        for seat in range(match.seats):
            fields = {"joined": seat, "seat": seat, "nonce": "0" * 64}
            seated.append(Player(match=match, name=f"player {seat}", **fields))
        if one.over:
            enter_lists(match, seated)
        matches.append(match)
        players += seated
        hidden.append(MatchSecret(match=match, secret="0" * 64, seed=one.pattern.record.seed.hex()))
    Match.objects.bulk_create(matches)
    Player.objects.bulk_create(players)
    MatchSecret.objects.bulk_create(hidden)


def _match(one: Generated) -> Match:
    record = one.pattern.record
    match = Match(
        id=one.id,
        game=record.rules.game.slug,
        rules=record.rules.game.rules,
        seats=record.seats,
        options=dict(record.options),
        status=Match.Status.FINISHED if one.over else Match.Status.RUNNING,
        commitment="0" * 64,
        opened_at=one.began,
        started_at=one.began,
        last_public_event_at=one.at,
        last_number=one.number,
    )
    if one.over:
        places = list(range(1, record.seats + 1))
        match.ended_at = one.at
        match.outcome = {"scores": [0] * record.seats, "places": places, "reason": "resigned"}
    return match


def append(match: Match, pattern: Pattern) -> None:
    """Store the next event of a generated match that is running, in a transaction of its own."""
    with transaction.atomic():
        seat, data = pattern.move(match.last_number + 1)
        match.last_number += 1
        Event.objects.create(
            match=match, number=match.last_number, kind=Event.Kind.MOVE, seat=seat, data=data
        )
        match.last_public_event_at = timezone.now()
        match.save(update_fields=["last_number", "last_public_event_at"])
