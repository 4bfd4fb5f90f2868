"""Tournaments are played to their end over the API while servers and workers are killed.

Each one is played on SQLite and on PostgreSQL at the same time: the players do the same on both, so
all pairings, results and standings must be the same, whatever was killed at which moment.
`make thorough` plays tournaments of the usual large sizes, `make test` smaller ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from games.engine.contract import Json
from tests.faults.cluster import cluster
from tests.faults.shared_clock import SharedClock
from tests.faults.tournaments import Players, Site
from tests.helpers.effort import EFFORT
from tests.helpers.requirements import provided
from tests.helpers.servers import postgresql

START = datetime(2026, 11, 1, 18, tzinfo=UTC)
THOROUGH = EFFORT == "thorough"


@contextmanager
def opened(place: Path, **environment: str) -> Iterator[Site]:
    clock = SharedClock(place / "clock", START)
    with cluster(place, CLUSTER_CLOCK=str(clock.file), **environment) as processes:
        site = Site(processes, clock)
        try:
            yield site
        finally:
            site.close()


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Site]]:
    """Run a site on SQLite, and one on PostgreSQL."""
    with opened(tmp_path_factory.mktemp("sqlite")) as first:
        for url in provided(partial(postgresql, migrated=True)):
            with opened(tmp_path_factory.mktemp("postgresql"), DATABASE_URL=url) as second:
                yield [first, second]


def played(sites: list[Site], **terms: object) -> Json:
    """Play a tournament on both sites, and return what is stored, if it is the same."""
    with ThreadPoolExecutor(len(sites)) as pool:
        first, second = pool.map(partial(play, terms=terms), sites)
    print(f"{[site.kills for site in sites]} kills", first)
    assert first == second
    return first


def play(site: Site, terms: Json) -> Json:
    players = Players(site, site.cluster.ask("plan_tournament", **terms))
    try:
        players.enter()
        if terms["format"] == "arena":
            players.play_arena()
        else:
            players.play_rounds()
    finally:
        site.kill_worker()
    found: Json = site.cluster.ask("played", event_id=players.planned["id"])
    moves = {driver.table["id"]: driver.acknowledged for driver in players.drivers}
    stored = site.cluster.ask("all_stored", match_ids=list(moves))
    assert all(
        len(match["moves"]) >= made for match, made in zip(stored, moves.values(), strict=True)
    )
    assert found["status"] == "over"
    for wrong in ("undecided", "not_ended", "twice_in_a_round", "wrong_points"):
        assert not found[wrong], (wrong, found)
    assert found["absent"]
    assert found["withdrawn"]
    return found


@pytest.mark.parametrize("size", [2, 4])
def test_swiss_with_kills_is_the_same_on_both_databases(sites: list[Site], size: int) -> None:
    players = {2: 64, 4: 48}[size] if THOROUGH else {2: 10, 4: 16}[size]
    game = "babel" if size == 2 else "condottiere"
    rounds = 0 if THOROUGH else {2: 3, 4: 2}[size]
    found = played(
        sites, players=players, late=2, format="swiss", size=size, game=game, rounds=rounds
    )
    assert found["late"] == min(2, found["rounds"] - 1)
    assert found["met_again"] == 0


def test_arena_with_kills_is_the_same_on_both_databases(sites: list[Site]) -> None:
    players = 32 if THOROUGH else 8
    found = played(
        sites, players=players, late=2, format="arena", size=2, game="babel", arena_minutes=10
    )
    assert found["late"] == 2
    assert found["tables"] > players
