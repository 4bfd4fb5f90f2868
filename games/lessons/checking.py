"""Check lessons: play each in every way it allows, and compare the coach's claims with the rules.

    faults = lesson_faults("mygame", FIRST_STEPS)

`manage.py checkgame` reports them. A test can call each of `CHECKS` on its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

from django.utils import translation

from core.fastpath.template_compiler import render
from games.engine.contract import Move, Position
from games.engine.lessons import Lesson, Played, Stated, fits_any
from games.engine.refusals import Refusal
from games.lessons.course import Course, Place
from games.lessons.presenters import lesson_table
from games.lessons.refusals import NotAwaited

MOST_PLACES = 5000
"""A lesson that can be at more places than this awaits too many different moves."""
LONGEST_TEXT = 280
"""The most characters of a step: on a phone the coach stands above the hand."""
SHORTEST_TEXT, SHORTEST_REASON = 10, 3
MOST_MINUTES = 6
STEPS = range(3, 17)
SLUG = re.compile(r"[a-z][a-z-]{1,38}")
SELECTOR = re.compile(r"[#.][\w-]+")
NUMBER = re.compile(
    r"\d|\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty)\b",
    re.IGNORECASE,
)
"""A number, which a reader can check."""

Check = Callable[[str, Lesson], Iterator[str]]
"""(slug of the game, lesson) → what is wrong, each with its step."""


# --- Ways through a lesson.


def awaited_moves(course: Course) -> list[Move]:
    """Return the legal moves that continue the lesson."""
    awaited = course.step.awaited if course.step else ()
    return [move for move in course.moves if fits_any(move, awaited)]


def onward(course: Course) -> Iterator[Course]:
    """Yield each next place of the lesson."""
    if course.step is None or not course.step.awaited:
        yield course.read_on(course.place.token)
    else:
        for move in awaited_moves(course):
            yield course.answer(move.dump(), course.place.token)


def places(slug: str, lesson: Lesson) -> Iterator[Course]:
    """Yield every reachable place of a lesson, each position at a step once.

    Raises:
        ValueError: There are more than `MOST_PLACES`.
    """
    open_, seen = [Course(slug, lesson)], set()
    while open_:
        course = open_.pop()
        mark = (course.place.token, repr(course.position.dump()))
        if mark in seen:
            continue
        seen.add(mark)
        if len(seen) > MOST_PLACES:
            raise ValueError(f"more than {MOST_PLACES:,} places: await fewer different moves")
        yield course
        if not course.is_over:
            open_ += onward(course)


def one_way(slug: str, lesson: Lesson) -> list[Course]:
    """Return the places of a lesson in order, by the first move that continues it."""
    courses = [Course(slug, lesson)]
    while not courses[-1].is_over and (following := next(onward(courses[-1]), None)) is not None:
        courses.append(following)
    return courses


# --- Checks.


def check_ways(slug: str, lesson: Lesson) -> Iterator[str]:
    """Yield places from which no awaited move leads on; play every way to the end."""
    ended = False
    for course in places(slug, lesson):
        course.position.check()
        if course.step is not None and course.step.awaited and not awaited_moves(course):
            yield f"{_step(course)}: no legal move is awaited"
        ended = ended or course.is_over
    if not ended:
        yield "no way leads to the end"


def check_patterns(slug: str, lesson: Lesson) -> Iterator[str]:
    """Yield the patterns of `awaited` and `wrong_for` that fit no legal move."""
    used: Counter[tuple[int, str, int]] = Counter()
    for course in places(slug, lesson):
        step, number = course.step, len(course.place.done) + 1
        wrong = [pattern for pattern, _ in step.wrong_for] if step else []
        for kind, patterns in (("awaited", step.awaited if step else ()), ("wrong_for", wrong)):
            for index, pattern in enumerate(patterns):
                fits = any(fits_any(move, [pattern]) for move in course.moves)
                used[number, kind, index] += fits
    for (number, kind, index), times in used.items():
        if not times:
            yield f"step {number}: pattern {index + 1} of {kind} fits no legal move"


def check_refusals(slug: str, lesson: Lesson) -> Iterator[str]:
    """Yield the moves that are not awaited, and are not declined with a reason."""
    for course in places(slug, lesson):
        for move in course.moves:
            if fits_any(move, course.step.awaited if course.step else ()):
                continue
            try:
                course.answer(move.dump(), course.place.token)
            except NotAwaited as declined:
                if len(declined.reason) <= SHORTEST_REASON:
                    yield f"{_step(course)}: no reason why {move} is wrong"
            else:
                yield f"{_step(course)}: {move} is not awaited, but leads on"


def check_answers(slug: str, lesson: Lesson) -> Iterator[str]:
    """Yield the claims about each legal move that are not true."""
    for course in places(slug, lesson):
        for move in course.moves:
            answer = answer_to(course, move)
            after = course.position.clone()
            after.play(lesson.seat, move, course.state.chance())
            yield from _untrue(course, answer, Played(course.position, move.dump(), after))


def check_texts(slug: str, lesson: Lesson) -> Iterator[str]:
    """Yield the claims of steps, and of the closing, that are not true."""
    for course in places(slug, lesson):
        if course.is_playing:
            continue
        if course.step:
            now = Played(course.position, {}, course.position)
            yield from _untrue(course, course.step.say, now)
        else:
            made = course.place.done[-1] or {}
            now = Played(_before_last(course), made, course.position)
            yield from _untrue(course, lesson.closing, now)


def check_seats(slug: str, lesson: Lesson) -> Iterator[str]:
    """Yield the moves by script that are not of another seat of the table."""
    for number, step in enumerate(lesson.steps, start=1):
        for move in step.then:
            if move["seat"] == lesson.seat or move["seat"] not in range(lesson.seats):
                yield f"step {number}: seat {move['seat']} can’t move by script"


def check_focus(slug: str, lesson: Lesson) -> Iterator[str]:
    """Yield the steps whose `focus` finds no element of the table."""
    with translation.override("en"):
        for course in one_way(slug, lesson):
            focus = course.step.focus if course.step else ""
            if not focus:
                continue
            table = lesson_table(course, "Ada")
            html = render("matches/_table.html", {"match": table.match, "table": table})
            if not any(
                all(_stands_in(html, part) for part in one.split()) for one in focus.split(",")
            ):
                yield f"{_step(course)}: nothing on the table is {focus}"


def check_view(slug: str, lesson: Lesson) -> Iterator[str]:
    """Yield whether the table shows more than the view of the learner's seat."""
    course = Course(slug, lesson)
    table = lesson_table(course, "Ada")
    if table.seat != lesson.seat or table.view != course.position.view(lesson.seat):
        yield "the table shows more than the seat sees"


def check_size(slug: str, lesson: Lesson) -> Iterator[str]:
    """Yield what is too long, too short, or missing."""
    if not SLUG.fullmatch(lesson.slug):
        yield f"“{lesson.slug}” is no slug: lower-case letters and hyphens"
    if not 1 <= lesson.minutes <= MOST_MINUTES:
        yield f"takes {lesson.minutes} minutes: 1 to {MOST_MINUTES} are allowed"
    if len(lesson.steps) not in STEPS:
        yield f"has {len(lesson.steps)} steps: {STEPS[0]} to {STEPS[-1]} are allowed"
    for name in ("title", "about", "closing"):
        if not getattr(lesson, name):
            yield f"has no {name}"
    for number, step in enumerate(lesson.steps, start=1):
        if not SHORTEST_TEXT < len(step.say) < LONGEST_TEXT:
            allowed = f"{SHORTEST_TEXT + 1} to {LONGEST_TEXT - 1} are allowed"
            yield f"step {number}: {len(step.say)} characters: {allowed}"


CHECKS: tuple[Check, ...] = (
    check_ways,
    check_patterns,
    check_refusals,
    check_answers,
    check_texts,
    check_seats,
    check_focus,
    check_view,
    check_size,
)


def lesson_faults(slug: str, lesson: Lesson) -> list[str]:
    """Return what is wrong with a lesson, each fault once, with the lesson's slug.

    Args:
        slug: The slug of an installed game.
        lesson: A lesson of it.
    """
    faults = []
    for check in CHECKS:
        try:
            faults += list(check(slug, lesson))
        except Exception as error:
            # Without a way through the lesson, the other checks fail likewise.
            why = error.reason if isinstance(error, Refusal) else str(error)
            faults.append(f"{type(error).__name__}: {why}")
            break
    return [f"{lesson.slug}: {fault}" for fault in dict.fromkeys(faults)]


def texts_without_facts(slug: str, lesson: Lesson) -> list[str]:
    """Return the texts of a lesson that name a number, but have no facts that check it."""
    texts = [*(step.say for step in lesson.steps), lesson.closing]
    for course in places(slug, lesson):
        texts += [answer_to(course, move) for move in course.moves]
    bare = (text for text in texts if NUMBER.search(text) and not isinstance(text, Stated))
    return list(dict.fromkeys(bare))


def answer_to(course: Course, move: Move) -> str:
    """Return what the coach says to a legal move."""
    step = course.step
    if step is None:
        return ""
    return step.right if fits_any(move, step.awaited) else step.word_for(move)


def _step(course: Course) -> str:
    return f"step {len(course.place.done) + 1}"


def _untrue(course: Course, said: str, now: Played) -> Iterator[str]:
    """Yield the facts of a text that do not hold."""
    for number, fact in enumerate(said.facts if isinstance(said, Stated) else (), start=1):
        if not fact(now):
            yield f"{_step(course)}: fact {number} of “{said}” is not true after {now.move}"


def _before_last(course: Course) -> Position:
    """Return the position in which the learner answered the last step."""
    steps, done = course.lesson.steps, course.place.done[:-1]
    shown = len(steps[len(done) - 1].then) if done else 0
    return Course(course.game, course.lesson, Place(done, shown)).position


def _stands_in(html: str, part: str) -> bool:
    """Return whether an element with this id, or with this class, is drawn."""
    if not SELECTOR.fullmatch(part):
        return False
    name = part[1:]
    if part.startswith("#"):
        return f'id="{name}"' in html
    return re.search(rf'class="[^"]*(?<![\w-]){name}(?![\w-])', html) is not None
