"""Puzzles as data: listed in pages, read, and answered by a program."""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator, ValidationError

from games.puzzles.library import puzzles_of
from games.puzzles.models import Solver
from games.titles.registry import titles
from tests.helpers.matches import person
from tests.helpers.openapi import generated_schema
from tests.helpers.programs import Program, refusal

pytestmark = pytest.mark.django_db
SLUG = "condottiere"


def test_puzzles_are_listed_in_pages() -> None:
    program, found, after = Program(), [], ""
    while after is not None:
        page = program.read("puzzles/", f"after={after}" if after else "")
        found += [(row["game"], row["puzzle"]) for row in page["puzzles"]]
        after = page["after"]
    assert found == [(title.slug, key) for title in titles() for key in puzzles_of(title.slug)]
    one = next(iter(puzzles_of(SLUG).values()))
    themed = program.read("puzzles/", f"game={SLUG}&theme={one.themes[0]}")["puzzles"]
    assert one.key in [row["puzzle"] for row in themed]
    assert refusal(program.get("puzzles/", "game=chess")) == (404, "unknown-puzzle")
    assert refusal(program.get("puzzles/", f"game={SLUG}&theme=none")) == (404, "unknown-theme")
    assert {row["game"] for row in program.read("puzzles/today/")} == {t.slug for t in titles()}


def test_program_solves_puzzle_and_gets_move_values() -> None:
    anna = person("Anna")
    program, one = Program(anna, "play"), next(iter(puzzles_of(SLUG).values()))
    path = f"puzzles/{SLUG}/{one.key}/"
    asked = program.read(path)
    assert (asked["worths"], asked["solved"], asked["seat"]) == ([], None, one.seat)
    assert asked["themes"] == []
    assert "seed" not in asked
    assert refusal(program.post(f"{path}answer/", {"type": "swim"})) == (400, "bad-move")
    assert refusal(program.post(f"{path}answer/", [])) == (400, "bad-move")
    assert refusal(Program().post(f"{path}answer/", one.best.moves[0]))[0] == 401
    assert refusal(Program(anna, "read").post(f"{path}answer/", one.best.moves[0]))[0] == 403
    answered = program.does(f"{path}answer/", one.best.moves[0])
    assert answered["solved"] is True
    assert answered["worths"] == [worth.dump() for worth in one.worths]
    assert answered["themes"] == list(one.themes)
    assert answered["rating"] == Solver.objects.get(user=anna).rating == 1500 + answered["change"]
    assert program.does(f"{path}answer/", one.worths[-1].moves[0]) == answered


def test_puzzle_of_each_game_matches_schema() -> None:
    schema = {"$ref": "#/components/schemas/Puzzle", "components": generated_schema()["components"]}
    validator = Draft202012Validator(schema)
    for title in titles():
        key = next(iter(puzzles_of(title.slug)))
        puzzle = Program().read(f"puzzles/{title.slug}/{key}/")
        assert puzzle["effects"]
        validator.validate(puzzle)
        short = {**puzzle, "effects": puzzle["effects"][:1]}
        with pytest.raises(ValidationError):
            validator.validate({**short, "view": {**puzzle["view"], "deck": []}})
