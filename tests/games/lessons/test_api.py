"""Lessons as data, and played by programs."""

from __future__ import annotations

from typing import Any

import pytest

from games.lessons.course import lesson_of
from games.titles.registry import titles
from tests.helpers.matches import person
from tests.helpers.programs import Program, refusal

pytestmark = pytest.mark.django_db


def test_every_lesson_is_listed_and_readable() -> None:
    program = Program()
    listed = program.read("lessons/")
    assert len(listed) == sum(len(title.lessons) for title in titles())
    for row in listed:
        lesson = program.read(f"lessons/{row['game']}/{row['lesson']}/")
        assert len(lesson["steps"]) == row["steps"]
        assert lesson["title"] == row["title"]
        assert any(step["awaited"] for step in lesson["steps"])
    assert refusal(program.get("lessons/chess/first/")) == (404, "unknown-lesson")


def first_of(title: Any) -> tuple[str, str]:
    return f"lessons/{title.slug}/{title.lessons[0].slug}/course/", title.lessons[0].slug


@pytest.mark.parametrize("title", titles(), ids=lambda title: title.slug)
def test_program_plays_lesson_to_end(title: Any) -> None:
    """The lesson is played only from the answers: text, legal moves, and awaited moves."""
    program = Program(person("Anna"), "play")
    path, slug = first_of(title)
    lesson = program.read(f"lessons/{title.slug}/{slug}/")
    place = program.read(path)
    said = []
    while place["waits"] is not None:
        said.append(place["says"])
        if place["waits"] == "move":
            step = lesson["steps"][place["step"] - 1]
            move = next(one for one in place["moves"] if fits(one, step["awaited"]))
            place = program.does(f"{path}move/", {**move, "turn_token": place["turn_token"]})
        else:
            place = program.does(f"{path}next/", {"turn_token": place["turn_token"]})
    assert place["says"] == lesson["closing"]
    assert {step["say"] for step in lesson["steps"]} <= set(said)
    (row,) = [one for one in program.read("lessons/") if one["lesson"] == slug]
    assert place["finished"]
    assert row["finished"]
    begun = program.does(f"{path}restart/")
    assert (begun["step"], begun["finished"]) == (1, True)


def fits(move: Any, patterns: Any) -> bool:
    return any(all(move.get(key) == value for key, value in one.items()) for one in patterns)


def test_unexpected_lesson_move_is_declined_with_message() -> None:
    program = Program(person("Anna"), "play")
    title = next(title for title in titles() if title.lessons)
    path, slug = first_of(title)
    place = program.read(path)
    while place["waits"] != "move":
        answer = program.post(
            f"{path}move/", {"type": "nothing", "turn_token": place["turn_token"]}
        )
        assert refusal(answer) == (409, "not-yet")
        place = program.does(f"{path}next/")
    step = lesson_of(title.slug, slug).steps[place["step"] - 1]
    wrong = [one for one in place["moves"] if not fits(one, step.awaited)]
    answer = program.post(f"{path}move/", {**wrong[0], "turn_token": place["turn_token"]})
    assert answer.status_code == 409
    assert answer.json()["course"] == place
    stale = program.post(f"{path}move/", {**wrong[0], "turn_token": "9.9"})
    assert refusal(stale) == (409, "stale")
    assert refusal(program.post(f"{path}next/")) == (409, "not-yet")
    assert refusal(program.post(f"{path}move/", {"type": 1})) == (400, "bad-move")
    assert program.read(path) == place


def test_lesson_progress_is_private_and_needs_scope() -> None:
    title = next(title for title in titles() if title.lessons)
    path, _slug = first_of(title)
    anna, berta = Program(person("Anna"), "play"), Program(person("Berta"), "read")
    before = berta.read(path)
    while anna.does(f"{path}next/")["waits"] == "others":
        pass
    assert berta.read(path) == before
    assert refusal(berta.post(f"{path}next/")) == (403, "scope-missing")
    assert refusal(Program().get(path)) == (401, "sign-in")
    assert refusal(anna.get("lessons/chess/first/course/")) == (404, "unknown-lesson")
    tag = anna.get(path)["ETag"]
    assert anna.get(path, If_None_Match=tag).status_code == 304
