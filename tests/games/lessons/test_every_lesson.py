"""Play every lesson of every game through the real rules, along every allowed path."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.utils import translation

from core.fastpath.template_compiler import render
from games.engine.contract import Move, Position
from games.engine.lessons import Lesson, Played, Stated, fits_any
from games.lessons.course import Course, Place
from games.lessons.presenters import lesson_table
from games.lessons.refusals import NotAwaited
from tests.helpers.lessons import LESSONS, NAMES, awaited_moves, one_way, places
from tests.helpers.values import not_none

every = pytest.mark.parametrize(("slug", "lesson"), LESSONS, ids=NAMES)


@every
def test_every_path_reaches_end_of_lesson(slug: str, lesson: Lesson) -> None:
    """Nothing stops half way: what is awaited is legal, and so is what the others do then."""
    ends = 0
    for course in places(slug, lesson):
        course.position.check()
        if course.step is not None and course.step.awaited:
            assert awaited_moves(course), f"step {len(course.place.done) + 1} awaits nothing legal"
        ends += course.is_over
    assert ends


@every
def test_every_pattern_matches_legal_move(slug: str, lesson: Lesson) -> None:
    used: Counter[tuple[int, int, str]] = Counter()
    for course in places(slug, lesson):
        number = len(course.place.done)
        for kind, patterns in (
            ("awaited", course.step.awaited if course.step else ()),
            ("wrong", [pattern for pattern, _ in course.step.wrong_for] if course.step else ()),
        ):
            for index, pattern in enumerate(patterns):
                used[number, index, kind] += any(fits_any(m, [pattern]) for m in course.moves)
    assert [mark for mark, times in used.items() if not times] == []


@every
def test_unexpected_legal_moves_are_declined_with_reason(slug: str, lesson: Lesson) -> None:
    for course in places(slug, lesson):
        for move in course.moves:
            if not fits_any(move, not_none(course.step).awaited):
                with pytest.raises(NotAwaited) as declined:
                    course.answer(move.dump(), course.place.token)
                assert len(declined.value.reason) > 3, move


NUMBER = re.compile(
    r"\d|\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty)\b",
    re.IGNORECASE,
)
"""A number, which a reader can check."""


@every
def test_every_answer_of_coach_is_true(slug: str, lesson: Lesson) -> None:
    """Play every legal move at every step, and check what the answer to it claims."""
    false = []
    for course in places(slug, lesson):
        for move in course.moves:
            answer = answer_to(course, move)
            after = course.position.clone()
            after.play(lesson.seat, move, course.state.chance())
            played = Played(course.position, move.dump(), after)
            facts = answer.facts if isinstance(answer, Stated) else ()
            false += [
                (len(course.place.done) + 1, played.move, str(answer), number)
                for number, fact in enumerate(facts, 1)
                if not fact(played)
            ]
    assert false == []


@every
def test_everything_coach_says_before_a_move_is_true(slug: str, lesson: Lesson) -> None:
    """Check what the text of each step claims at its place, and the closing at the end."""
    false = []
    for course in places(slug, lesson):
        if course.is_playing:
            continue
        if course.step:
            said, now = course.step.say, Played(course.position, {}, course.position)
        else:
            made = course.place.done[-1] or {}
            said, now = lesson.closing, Played(before_last(course), made, course.position)
        facts = said.facts if isinstance(said, Stated) else ()
        false += [
            (len(course.place.done) + 1, said, number)
            for number, fact in enumerate(facts, 1)
            if not fact(now)
        ]
    assert false == []


@every
def test_steps_with_numbers_have_facts(slug: str, lesson: Lesson) -> None:
    said = [*(step.say for step in lesson.steps), lesson.closing]
    assert [one for one in said if NUMBER.search(one) and not isinstance(one, Stated)] == []


@every
def test_answers_with_numbers_have_facts(slug: str, lesson: Lesson) -> None:
    answers = {answer_to(c, move) for c in places(slug, lesson) for move in c.moves}
    bare = {one for one in answers if NUMBER.search(one) and not isinstance(one, Stated)}
    assert bare == set()


def before_last(course: Course) -> Position:
    """Return the position in which the learner answered the last step."""
    steps, done = course.lesson.steps, course.place.done[:-1]
    shown = len(steps[len(done) - 1].then) if done else 0
    return Course(course.game, course.lesson, Place(done, shown)).position


def answer_to(course: Course, move: Move) -> str:
    """Return what the coach says to a legal move."""
    step = not_none(course.step)
    return step.right if fits_any(move, step.awaited) else step.word_for(move)


@every
def test_only_other_seats_move_by_script(slug: str, lesson: Lesson) -> None:
    seats = {move["seat"] for step in lesson.steps for move in step.then}
    assert lesson.seat not in seats
    assert seats <= set(range(lesson.seats))


@every
def test_focus_of_every_step_exists(slug: str, lesson: Lesson) -> None:
    """A `focus` finds something in the table as it is drawn for that step."""
    with translation.override("en"):
        for course in one_way(slug, lesson):
            html = render("matches/_table.html", _context(course))
            selectors = (course.step.focus if course.step else "").split(",")
            if selectors == [""]:
                continue
            found = [all(_stands_in(html, part) for part in one.split()) for one in selectors]
            assert any(found), f"{selectors} at step {len(course.place.done) + 1}"


def _context(course: Course) -> dict[str, object]:
    table = lesson_table(course, "Ada")
    return {"match": table.match, "table": table}


def _stands_in(html: str, part: str) -> bool:
    """Whether an element with this id and these classes is drawn."""
    name = part.lstrip("#.")
    assert re.fullmatch(r"[#.][\w-]+", part), f"{part} is neither an id nor a class"
    if part.startswith("#"):
        return f'id="{name}"' in html
    return re.search(rf'class="[^"]*(?<![\w-]){name}(?![\w-])', html) is not None


@every
def test_lesson_shows_only_view_of_its_seat(slug: str, lesson: Lesson) -> None:
    """The table is drawn only from the seat's view."""
    course = one_way(slug, lesson)[0]
    table = lesson_table(course, "Ada")
    assert table.view == course.position.view(lesson.seat)
    assert table.seat == lesson.seat


@every
def test_lesson_is_short_and_has_valid_slug(slug: str, lesson: Lesson) -> None:
    assert re.fullmatch(r"[a-z][a-z-]{1,38}", lesson.slug)
    assert 1 <= lesson.minutes <= 6
    assert 3 <= len(lesson.steps) <= 16
    assert lesson.title
    assert lesson.about
    assert lesson.closing
    for number, step in enumerate(lesson.steps, start=1):
        assert 10 < len(step.say) < 280, number


def test_lesson_slugs_are_unique() -> None:
    assert len(set(NAMES)) == len(NAMES)
