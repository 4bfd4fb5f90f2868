"""The declared shapes of JSON agree with random play at every table."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from games.engine.contract import Json
from games.engine.testing.tables import game_length
from games.titles.contract import Shapes
from games.titles.registry import title_of, titles
from tests.helpers.effort import some
from tests.helpers.shapes import misfits
from tests.helpers.tables import (
    Table,
    Turn,
    random_game,
    seed_bytes,
    tables_of_all_games,
    through_json,
)

SHAPED = {title.slug: title.shapes for title in titles() if title.shapes is not None}
TABLES = [table for table in some(tables_of_all_games()) if table.rules.game.slug in SHAPED]
at_every_table = pytest.mark.parametrize("table", [pytest.param(t, id=t.name) for t in TABLES])
of_every_game = pytest.mark.parametrize("game", sorted(SHAPED))

CHECKED = 15
"""The approximate number of turns of a game that are checked."""


def shapes_of(table: Table) -> Shapes:
    return SHAPED[table.rules.game.slug]


def sampled(table: Table) -> Iterator[Turn]:
    """Return some turns of a random game, and its end."""
    length = game_length(table, seed_bytes(1))
    rng = Random(1)
    turn = None
    for turn in random_game(table, seed_bytes(1)):
        if rng.random() < CHECKED / length:
            yield turn
    assert turn is not None
    yield turn


def test_built_in_games_declare_their_shapes() -> None:
    assert {"babel", "condottiere", "kabale", "kharnage"} <= SHAPED.keys()


@at_every_table
def test_dumps_and_views_fit_their_shapes(table: Table) -> None:
    shapes = shapes_of(table)
    for turn in sampled(table):
        assert misfits(through_json(turn.position.dump()), shapes.position) == []
        for viewer in (None, *range(table.seats)):
            assert misfits(through_json(turn.position.view(viewer)), shapes.view) == []


@at_every_table
def test_moves_fit_their_shape(table: Table) -> None:
    shapes = shapes_of(table)
    for turn in sampled(table):
        for seat in turn.position.to_move():
            for move in turn.position.moves(seat):
                assert misfits(through_json(move.dump()), shapes.move) == []


@at_every_table
def test_extra_and_missing_keys_are_reported(table: Table) -> None:
    shapes = shapes_of(table)
    position = next(random_game(table, seed_bytes(1))).position
    dumps: list[tuple[Json, Any]] = [
        (dict(position.dump()), shapes.position),
        (dict(position.view(None)), shapes.view),
    ]
    for dump, shape in dumps:
        assert misfits({**dump, "more": 1}, shape)
        for key in dump:
            assert misfits({k: v for k, v in dump.items() if k != key}, shape)


@at_every_table
def test_effects_fit_their_shapes(table: Table) -> None:
    shapes = shapes_of(table)
    for turn in random_game(table, seed_bytes(1)):
        for one in turn.position.clone().play(turn.seat, turn.move, turn.fresh_chance()):
            assert misfits(through_json(one.facts), shapes.effects[one.kind], one.kind) == []


@of_every_game
def test_rules_use_only_declared_effects(game: str) -> None:
    """Random play does not come upon all of them."""
    declared = SHAPED[game].effects
    rules = Path(inspect.getfile(title_of(game).rules[-1])).parent
    source = "\n".join(file.read_text("utf-8") for file in rules.glob("*.py"))
    named = set(re.findall(r'Effect\(\s*"([a-z-]+)"', source))
    assert named
    assert named <= declared.keys()
    assert all(inspect.getdoc(one) for one in declared.values() if not get_args(one))


@of_every_game
def test_moves_are_distinguished_by_type(game: str) -> None:
    """The schema of the API requires that a move fits only one of the shapes."""
    move = SHAPED[game].move
    types = [get_type_hints(one)["type"] for one in get_args(move) or (move,)]
    assert all(get_origin(one) is Literal for one in types)
    names = [name for one in types for name in get_args(one)]
    assert len(names) == len(set(names))
