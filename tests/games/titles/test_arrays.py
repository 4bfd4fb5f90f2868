"""Moves and views as numbers: legal moves have numbers, and observations use only the view."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from games.engine.arrays import Encoder
from games.engine.testing.information_state import informed_game
from games.engine.testing.tables import sampled
from tavola_games.catalogue import core_of, slugs
from tests.helpers.effort import examples
from tests.helpers.tables import Table, random_game, seed_bytes, tables_of_all_games

GAMES = 1000
"""The number of random games of each title with EFFORT=thorough; usually a tenth is played."""

IDS = {
    "babel": "1219988f6df1a3ef",
    "condottiere": "13ab1e5db37f981a",
    "kabale": "c6c4ac7927780283",
    "kharnage": "5e13f79f5d4a17d2",
}
"""The digest of each title's table of moves. Trained players go by the numbers: a change here makes
all of them worthless, and belongs to a new version of the rules."""

UNORDERED = {
    "babel": {"hands": 1, "tribe_discard": 0},
    "condottiere": {"hands": 1, "armies": 1, "seen": 0},
    "kabale": {"hands": 1, "discards": 1, "won": 1},
    "kharnage": {"hands": 1, "generals": 1, "lines": 2, "kills": 1},
}
"""The keys of a view that hold lists in no order (rules/shapes.py), and how deep within."""

REMEMBERED: dict[str, Callable[[Any], object]] = {
    "babel": lambda m: m.shuffled and +m.shuffled,
    "condottiere": lambda m: ([+held for held in m.held], m.armed, m.bare or None, m.is_bare_new),
    "kabale": lambda m: (
        [
            (spot.card, spot.never)
            for column in m.columns
            for spot in column
            if spot.card or spot.never
        ],
        [(stack is None, set(stack or ())) for stack in m.shuffled],
        sorted(m.lost),
    ),
    "kharnage": lambda m: (
        [+unseen for unseen in m.unseen],
        [set(generals) for generals in m.unseen_generals],
        m.piles,
    ),
}
"""What a seat remembers of the effects that it was shown, by title."""

TABLES = [table for table in tables_of_all_games() if table.rules.game.slug in slugs()]
of_every_title = pytest.mark.parametrize("slug", slugs())
at_every_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)


def encoder_of(table: Table) -> Encoder:
    arrays = core_of(table.rules.game.slug).arrays
    assert arrays is not None
    return Encoder(arrays, table.seats, dict(table.options))


def plain(view: Any, slug: str) -> str:
    """Return a view as JSON, with its unordered lists sorted, so that equal views are equal."""
    depths = UNORDERED[slug]
    settled = {
        key: _settled(one, depths[key]) if key in depths else one for key, one in view.items()
    }
    return json.dumps(settled, sort_keys=True)


def _settled(value: Any, depth: int) -> Any:
    if isinstance(value, dict):
        return {key: _settled(one, depth - 1) for key, one in value.items()}
    if not isinstance(value, list):
        return value
    return [_settled(one, depth - 1) for one in value] if depth else sorted(value, key=json.dumps)


@of_every_title
def test_encoder_numbers_every_legal_move(slug: str) -> None:
    tables = [table for table in TABLES if table.rules.game.slug == slug]
    for number in range(min(GAMES, examples(GAMES // 10))):
        table = tables[number % len(tables)]
        numbers = encoder_of(table).numbers
        for turn in random_game(table, seed_bytes(number)):
            for seat in turn.position.to_move():
                assert numbers.keys() >= set(turn.position.moves(seat))


@of_every_title
def test_encoder_move_numbers_are_unique_and_stable(slug: str) -> None:
    tables = [table for table in TABLES if table.rules.game.slug == slug]
    assert len({encoder_of(table).moves for table in tables}) == 1
    encoder = encoder_of(tables[0])
    assert len(encoder.numbers) == len(encoder.moves)
    written = json.dumps([move.dump() for move in encoder.moves], separators=(",", ":"))
    assert sha256(written.encode()).hexdigest()[:16] == IDS[slug], "move numbers changed: see IDS"


@of_every_title
def test_encoder_moves_survive_dump_and_read(slug: str) -> None:
    rules = core_of(slug).newest
    seats = rules.game.seats[-1]
    encoder = encoder_of(next(t for t in TABLES if t.rules is rules and t.seats == seats))
    for move in encoder.moves:
        assert rules.read_move(move.dump(), seats) == move


@at_every_table
def test_observation_depends_only_on_view_and_is_within_bounds(table: Table) -> None:
    encoder = encoder_of(table)
    for number in range(examples(2)):
        for turn, rng in sampled(table, number):
            for seat in range(table.seats):
                seen = encoder.observe(turn.position.view(seat), seat)
                assert len(seen) == len(encoder.highs)
                assert all(0 <= n <= high for n, high in zip(seen, encoder.highs, strict=True))
                world = turn.position.resample(seat, rng)
                assert encoder.observe(world.view(seat), seat) == seen
                if seat in turn.position.to_move():
                    legal = encoder.legal(turn.position.moves(seat))
                    assert encoder.legal(world.moves(seat)) == legal


@at_every_table
def test_observation_distinguishes_different_views(table: Table) -> None:
    """Views in which one key has its value from another moment: another view, other numbers."""
    encoder, slug, rng = encoder_of(table), table.rules.game.slug, Random(5)
    seen = [
        (seat := rng.randrange(table.seats), turn.position.view(seat))
        for turn in random_game(table, seed_bytes(3))
    ]
    changed = set()
    for _ in range(examples(100)):
        seat, view = rng.choice(seen)
        key, other = rng.choice(list(view)), rng.choice([v for s, v in seen if s == seat])
        mixed = {**view, key: other[key]}
        if plain(mixed, slug) != plain(view, slug):
            assert encoder.observe(mixed, seat) != encoder.observe(view, seat), key
            changed.add(key)
    assert len(changed) > 3 or examples(10) < 10


@of_every_title
def test_recall_has_everything_that_a_seat_was_shown_earlier(slug: str) -> None:
    """Whenever its numbers are the same, so is what the seat remembers."""
    table = max((one for one in TABLES if one.rules.game.slug == slug), key=lambda one: one.seats)
    encoder, remembered = encoder_of(table), REMEMBERED[slug]
    met: dict[tuple[int, ...], object] = {}
    for turn in informed_game(table, 4):
        for known in turn.known:
            numbers = tuple(encoder.recall(known))
            assert len(numbers) == len(encoder.remembered_highs)
            assert all(
                0 <= n <= high for n, high in zip(numbers, encoder.remembered_highs, strict=True)
            )
            now = deepcopy(remembered(known))
            assert met.setdefault((known.seat, *numbers), now) == now


@of_every_title
def test_encoder_entries_have_unique_names_and_meanings(slug: str) -> None:
    for table in (table for table in TABLES if table.rules.game.slug == slug):
        entries = encoder_of(table).entries + encoder_of(table).remembered
        names = [one.name for one in entries]
        assert len(set(names)) == len(names)
        assert all(one.meaning and one.highs and min(one.highs) > 0 for one in entries)
