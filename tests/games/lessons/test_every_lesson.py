"""Play every lesson of every game through the real rules, along every allowed path."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.engine.lessons import Lesson, stated
from games.lessons import checking
from games.lessons.checking import CHECKS, Check, lesson_faults, texts_without_facts
from tests.helpers.lessons import LESSONS, NAMES

every = pytest.mark.parametrize(("slug", "lesson"), LESSONS, ids=NAMES)


@every
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_lesson_passes(check: Check, slug: str, lesson: Lesson) -> None:
    assert list(check(slug, lesson)) == []


@every
def test_texts_with_numbers_have_facts(slug: str, lesson: Lesson) -> None:
    assert texts_without_facts(slug, lesson) == []


def test_lesson_slugs_are_unique() -> None:
    assert len(set(NAMES)) == len(NAMES)


# --- What is wrong with a lesson is named.

SLUG, LESSON = LESSONS[0]
AT = next(at for at, step in enumerate(LESSON.steps) if step.awaited)
"""The first step that awaits a move."""


def with_step(**changes: Any) -> Lesson:
    """Return the lesson with another first step that awaits a move."""
    steps = list(LESSON.steps)
    steps[AT] = replace(steps[AT], **changes)
    return replace(LESSON, steps=tuple(steps))


def say_nothing(_played: object) -> bool:
    return False


@pytest.mark.parametrize(
    ("lesson", "said"),
    [
        (with_step(awaited=({"type": "fly"},)), f"step {AT + 1}: no legal move is awaited"),
        (
            with_step(awaited=(*LESSON.steps[AT].awaited, {"type": "fly"})),
            f"step {AT + 1}: pattern {len(LESSON.steps[AT].awaited) + 1} of awaited fits no",
        ),
        (with_step(wrong="No.", wrong_for=()), f"step {AT + 1}: no reason why"),
        (with_step(focus="#nowhere"), f"step {AT + 1}: nothing on the table is #nowhere"),
        (with_step(then=({"seat": LESSON.seat, "type": "fly"},)), "fly"),
        (with_step(say="Play."), f"step {AT + 1}: 5 characters"),
        (with_step(say=stated("You hold nine.", say_nothing)), "fact 1 of “You hold nine.”"),
        (with_step(right=stated("You have nine.", say_nothing)), "fact 1 of “You have nine.”"),
        (replace(LESSON, closing=stated("Nine.", say_nothing)), "fact 1 of “Nine.” is not true"),
        (replace(LESSON, closing=""), "has no closing"),
        (replace(LESSON, slug="No slug", minutes=9, steps=LESSON.steps[:2]), "is no slug"),
        (replace(LESSON, position={"moon": 1}), "BadPosition"),
    ],
)
def test_faults_of_a_lesson_are_named(lesson: Lesson, said: str) -> None:
    faults = lesson_faults(SLUG, lesson)
    assert any(said in fault for fault in faults), faults
    assert all(fault.startswith(f"{lesson.slug}: ") for fault in faults)


def test_seats_that_cannot_move_by_script_are_named() -> None:
    lesson = with_step(then=({"seat": LESSON.seat}, {"seat": LESSON.seats}))
    found = list(checking.check_seats(SLUG, lesson))
    assert found == [f"step {AT + 1}: seat {n} can’t move by script" for n in (0, LESSON.seats)]


def test_texts_with_bare_numbers_are_named() -> None:
    assert texts_without_facts(SLUG, with_step(say="You hold nine.")) == ["You hold nine."]


def test_lesson_with_too_many_ways_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "MOST_PLACES", 1)
    assert "more than 1 places" in lesson_faults(SLUG, LESSON)[0]
