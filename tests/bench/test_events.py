"""Generated events are those of real matches, in the form in which a site stores them."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from bench.events import Generator, append, fill, patterns
from games.matches.models import Event, Match
from games.matches.services.event_store import match_state, state_cache

AT_ONCE = 4
COUNT = 3_000


def test_generated_matches_run_concurrently_from_their_start() -> None:
    generator, found = Generator(AT_ONCE), patterns()
    lengths = {slug: len(pattern.lines) for slug, pattern in found.items()}
    numbers: Counter[str] = Counter()
    side_by_side, moments = set(), []
    for line in generator.lines(COUNT):
        match, number, kind, seat, data, at, took = line.rstrip("\n").split("\t")
        numbers[match] += 1
        assert (int(number), kind) == (numbers[match], Event.Kind.MOVE)
        assert seat.isdigit()
        assert took.isdigit()
        assert json.loads(data.replace("\\\\", "\\"))["type"]
        moments.append(at)
        over = [one for one in generator.matches if one.over]
        side_by_side.add(len(generator.matches) - len(over))
    assert moments == sorted(moments)
    assert numbers.total() == COUNT
    # One that ended makes room only when its place is next to move.
    assert max(side_by_side) == AT_ONCE
    assert len(generator.matches) > AT_ONCE
    for one in generator.matches:
        assert one.number == numbers[one.id] <= lengths[one.pattern.record.rules.game.slug]


@pytest.mark.on_postgresql
@pytest.mark.django_db
def test_generated_matches_replay_and_continue() -> None:
    begun = fill(COUNT, AT_ONCE)
    assert begun == Match.objects.count() >= COUNT // 500
    assert Event.objects.count() == COUNT
    for match in Match.objects.all():
        state_cache.clear()
        state = match_state(match)
        assert state.number == match.last_number == match.events.count()
    match = Match.objects.filter(status=Match.Status.RUNNING, last_number__gt=0)[0]
    append(match, patterns()[match.game])
    state_cache.clear()
    assert match_state(Match.objects.get(id=match.id)).number == match.events.count()
