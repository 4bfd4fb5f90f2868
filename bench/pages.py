"""Pages rendered in this process, with nothing kept from before."""

from __future__ import annotations

from statistics import median
from time import perf_counter

from django.test import Client
from django.utils import timezone

from accounts.models import User
from bench.pure import LONG_MATCH, Figure, long_record, long_title
from games.matches.models import Event, Match, MatchSecret, Player
from games.matches.services.event_store import state_cache
from games.titles.registry import newest


def long_match() -> Match:
    """A running match of many moves between two users, written straight into the store."""
    slug = long_title().slug
    record = long_record(newest(slug), LONG_MATCH)
    match = Match.objects.create(
        game=slug,
        rules=1,
        seats=record.seats,
        options=dict(record.options),
        status=Match.Status.RUNNING,
        commitment="0" * 64,
        started_at=timezone.now(),
        last_number=len(record.moves),
    )
    MatchSecret.objects.create(match=match, secret="0" * 64, seed=record.seed.hex())
    for seat in range(record.seats):
        user, _ = User.objects.get_or_create(
            username=f"bench_seat{seat}", email=f"seat{seat}@example.org"
        )
        Player.objects.create(
            match=match, user=user, name=user.name, joined=seat, seat=seat, nonce="0" * 64
        )
    Event.objects.bulk_create(
        Event(
            match=match,
            number=number,
            kind=Event.Kind.MOVE,
            seat=move["seat"],
            data={key: value for key, value in move.items() if key != "seat"},
        )
        for number, move in enumerate(record.moves, start=1)
    )
    return match


def cold_page() -> list[Figure]:
    """The page of a long match when this process has never seen it."""
    match = long_match()
    client = Client(SERVER_NAME="localhost")
    client.force_login(User.objects.get(username="bench_seat0"))
    times = []
    for _ in range(7):
        state_cache.clear()
        started = perf_counter()
        response = client.get(match.get_absolute_url())
        times.append(perf_counter() - started)
        assert response.status_code == 200
    name = f"cold page of a match of {LONG_MATCH} moves"
    return [Figure(name, round(median(times) * 1000, 1), "ms", 100)]
