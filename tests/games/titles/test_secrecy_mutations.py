"""A game that tells everybody what it should tell one seat alone is caught, wherever it does so.

Every place in the rules of every game where a happening gets its `to` is found in the source. It
is told to everybody then, and the contract's check of what is told must fail.
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

from games.engine.contract import Happening, Position
from games.engine.testing.secrecy import check_happenings
from games.engine.testing.tables import Table, random_game, seed_bytes, some, tables_of
from games.titles.registry import ALL_RULES

GAMES_TRIED = 60
"""So many random games are played before a leak counts as not found."""


@dataclass(frozen=True)
class Place:
    """A call in the source that makes a happening with a `to`."""

    rules: type[Position]
    module: str
    lines: range

    @property
    def name(self) -> str:
        return f"{self.module.removeprefix('games.titles.')}:{self.lines[0]}"


def modules_of(rules: type[Position]) -> dict[str, Path]:
    """The modules of the package that holds the rules, and their files."""
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
    """Whether this is `Happening(kind, facts, to)`, or the like with names."""
    if not isinstance(call.func, ast.Name) or call.func.id != "Happening":
        return False
    return len(call.args) > 2 or "to" in [keyword.arg for keyword in call.keywords]


PLACES = [place for rules in ALL_RULES.values() for place in places_of(rules)]


@contextmanager
def told_to_all_by(places: list[Place]) -> Iterator[None]:
    """For a while the happenings that these places make have no `to`."""

    def happening(kind: str, facts: Any, to: frozenset[int] | None = None) -> Happening:
        frame = sys._getframe(1)
        module, line = frame.f_globals["__name__"], frame.f_lineno
        leaks = any(module == place.module and line in place.lines for place in places)
        return Happening(kind, facts, None if leaks else to)

    modules = {name for place in places for name in modules_of(place.rules)}
    with replaced_in([import_module(name) for name in modules], happening):
        yield


@contextmanager
def replaced_in(modules: list[ModuleType], happening: Callable[..., Happening]) -> Iterator[None]:
    """These modules make their happenings otherwise, and keep none that were made before."""
    with pytest.MonkeyPatch.context() as patch:
        for module in modules:
            if getattr(module, "Happening", None) is Happening:
                patch.setattr(module, "Happening", happening)
        forget_kept(modules)
        yield
    forget_kept(modules)


def forget_kept(modules: list[ModuleType]) -> None:
    for module in modules:
        for thing in vars(module).values():
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()


def first_caught(rules: type[Position]) -> tuple[Table, int] | None:
    """The first random game that fails, its table and number; one at each table, then more."""
    games = product(range(GAMES_TRIED), tables_of(rules))
    for number, table in islice(games, GAMES_TRIED):
        try:
            check_happenings(table, number)
        except AssertionError:
            return table, number
    return None


def private_kinds(rules: type[Position]) -> set[str]:
    """The kinds that are told to some seats alone, in a random game at every table."""
    return {
        happening.kind
        for table in some(tables_of(rules))
        for turn in random_game(table, seed_bytes(1))
        for happening in turn.position.clone().play(turn.seat, turn.move, turn.fresh_chance())
        if happening.to is not None
    }


@pytest.mark.parametrize("place", PLACES, ids=[place.name for place in PLACES])
def test_what_is_told_to_all_instead_of_some_is_caught(place: Place) -> None:
    with told_to_all_by([place]):
        caught = first_caught(place.rules)
    assert caught is not None
    # The same game is fine as it is: nothing else was caught.
    check_happenings(*caught)


@pytest.mark.parametrize("rules", ALL_RULES.values(), ids=[slug for slug, _ in ALL_RULES])
def test_these_are_all_the_places(rules: type[Position]) -> None:
    """With all of them changed nothing is private; and unchanged, something is."""
    assert private_kinds(rules)
    with told_to_all_by(list(places_of(rules))):
        assert not private_kinds(rules)
    assert private_kinds(rules)
