"""A game that reveals to all viewers what only one seat may know is caught.

These tests find every place in the rules of every game that sets the `to` of an effect, remove
the `to` there, and expect the contract's check of effects to fail.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import islice, product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from games.engine.contract import Effect, Position
from games.engine.testing.secrecy import check_effects
from games.engine.testing.tables import (
    Table,
    covering_tables,
    random_game,
    seed_bytes,
    some,
    tables_of,
)
from games.titles.registry import ALL_RULES

GAMES_TRIED = 60
"""The number of random games after which a leak counts as not found."""


@dataclass(frozen=True)
class Place:
    """A call in the source that makes an effect with a `to`."""

    rules: type[Position]
    module: str
    lines: range

    @property
    def name(self) -> str:
        return f"{self.module.removeprefix('games.titles.')}:{self.lines[0]}"


def modules_of(rules: type[Position]) -> dict[str, Path]:
    """Return the modules of the package with the rules, and their files."""
    package = rules.__module__.rpartition(".")[0]
    folder = Path(inspect.getfile(rules)).parent
    return {
        f"{package}.{path.relative_to(folder).with_suffix('')}".replace("/", "."): path
        for path in sorted(folder.rglob("*.py"))
        if path.name != "__init__.py"
    }


def places_of(rules: type[Position]) -> Iterator[Place]:
    for module, path in modules_of(rules).items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and is_told_to_some(node):
                assert node.end_lineno is not None
                yield Place(rules, module, range(node.lineno, node.end_lineno + 1))


def is_told_to_some(call: ast.Call) -> bool:
    """Whether this is `Effect(kind, facts, to)`, or the like with names."""
    if not isinstance(call.func, ast.Name) or call.func.id != "Effect":
        return False
    return len(call.args) > 2 or "to" in [keyword.arg for keyword in call.keywords]


PLACES = [place for rules in ALL_RULES.values() for place in places_of(rules)]


@contextmanager
def told_to_all_by(places: list[Place]) -> Iterator[None]:
    """For a while the effects that these places make have no `to`."""

    def effect(kind: str, facts: Any, to: frozenset[int] | None = None) -> Effect:
        frame = sys._getframe(1)
        module, line = frame.f_globals["__name__"], frame.f_lineno
        leaks = any(module == place.module and line in place.lines for place in places)
        return Effect(kind, facts, None if leaks else to)

    modules = {name for place in places for name in modules_of(place.rules)}
    with replaced_in([import_module(name) for name in modules], effect):
        yield


@contextmanager
def replaced_in(modules: list[ModuleType], effect: Callable[..., Effect]) -> Iterator[None]:
    """Let modules make their effects differently, without effects made before."""
    with pytest.MonkeyPatch.context() as patch:
        for module in modules:
            if getattr(module, "Effect", None) is Effect:
                patch.setattr(module, "Effect", effect)
        forget_kept(modules)
        yield
    forget_kept(modules)


def forget_kept(modules: list[ModuleType]) -> None:
    for module in modules:
        for thing in vars(module).values():
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()


def first_caught(rules: type[Position]) -> tuple[Table, int] | None:
    """Return table and number of the first random game that fails, trying each table in turn."""
    games = product(range(GAMES_TRIED), tables_of(rules))
    for number, table in islice(games, GAMES_TRIED):
        try:
            check_effects(table, number)
        except AssertionError:
            return table, number
    return None


def private_kinds(rules: type[Position]) -> set[str]:
    """Return the kinds of private effects in a random game at every table."""
    return {
        effect.kind
        for table in some(covering_tables(rules))
        for turn in random_game(table, seed_bytes(1))
        for effect in turn.position.clone().play(turn.seat, turn.move, turn.fresh_chance())
        if effect.to is not None
    }


@pytest.mark.parametrize("place", PLACES, ids=[place.name for place in PLACES])
def test_leak_to_all_viewers_is_caught(place: Place) -> None:
    with told_to_all_by([place]):
        caught = first_caught(place.rules)
    assert caught is not None
    # The same game is fine as it is: nothing else was caught.
    check_effects(*caught)


@pytest.mark.parametrize("rules", ALL_RULES.values(), ids=[slug for slug, _ in ALL_RULES])
def test_private_effects_become_public_when_all_places_are_mutated(rules: type[Position]) -> None:
    """With all of them changed nothing is private; and unchanged, something is."""
    assert private_kinds(rules)
    with told_to_all_by(list(places_of(rules))):
        assert not private_kinds(rules)
    assert private_kinds(rules)
