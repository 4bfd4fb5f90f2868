"""A slow bot thinks in a process of its own: which knows nothing, and may die or hang."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from random import Random

import pytest
from pytest_django import Settings

from games.engine.bots import Bot, question
from games.engine.chance import Chance
from games.engine.contract import Position
from games.titles.registry import newest, titles
from games.workers import thinking
from games.workers.thinker import Failure, Task, answer_to
from games.workers.thinking import Thinker
from tests.helpers.pondering.bots import (
    A_WHILE,
    PRIORITY,
    Dying,
    Failing,
    Illegal,
    Nosy,
    Ponderer,
    Stuck,
    Unsendable,
)

PATIENCE = 120
LEVELS = [(title.slug, bot) for title in titles() for bot in title.bots]


@pytest.fixture
def thinker() -> Iterator[Thinker]:
    with closing(Thinker()) as opened:
        yield opened


def position_in(slug: str) -> Position:
    """The beginning of a game for two."""
    seed = Random(slug).randbytes(32)
    return newest(slug).deal(2, newest(slug).game.read_options({}), Chance(seed, 0))


def task_for(bot: Bot, slug: str = "condottiere", seed: int = 5) -> Task:
    position = position_in(slug)
    return Task(bot, question(position, position.to_move()[0]), seed)


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def wait_for(so: Callable[[], bool]) -> None:
    ends = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < ends, "it did not come to that"
        time.sleep(0.01)


def test_every_bot_answers_there_what_it_answers_here(thinker: Thinker) -> None:
    """Whichever level is called slow one day: it can be sent, with all it is asked."""
    for slug, bot in LEVELS:
        for seed in (1, 2):
            task = task_for(bot, slug, seed)
            answer = thinker.think(task)
            assert isinstance(answer, int)
            assert answer == answer_to(task), (slug, bot.level)


def test_it_starts_with_the_first_question_and_stays(thinker: Thinker) -> None:
    assert thinker.pid is None
    task = task_for(Ponderer("deep", A_WHILE))
    assert thinker.think(task) == answer_to(task)
    pid = thinker.pid
    assert pid is not None
    assert thinker.think(task) == answer_to(task)
    assert thinker.pid == pid
    thinker.close()
    assert is_gone(pid)
    assert thinker.think(task) is None, "nobody thinks any more"


def test_there_is_nothing_to_be_found_out_and_nobody_to_be_disturbed(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", "of the site")
    monkeypatch.setattr(thinking, "PRIORITY", PRIORITY)
    task = task_for(Nosy())
    assert thinker.think(task) == len(task.question.moves) - 1


@pytest.mark.parametrize(
    ("bot", "reason", "error"),
    [
        (Failing(), "raised", "ValueError"),
        (Illegal(), "illegal", ""),
        (Dying(), "died", "exit code 3"),
        (Unsendable(), "raised", "AttributeError"),
    ],
    ids=lambda given: type(given).__name__ if isinstance(given, Failing) else None,
)
def test_whatever_goes_wrong_is_named_and_the_next_question_is_answered(
    thinker: Thinker, bot: Bot, reason: str, error: str
) -> None:
    failure = thinker.think(task_for(bot))
    assert isinstance(failure, Failure)
    assert (failure.reason, failure.error) == (reason, error)
    task = task_for(Ponderer("deep", A_WHILE))
    assert thinker.think(task) == answer_to(task)


def test_an_error_brings_its_places_and_not_what_the_seat_holds(thinker: Thinker) -> None:
    failure = thinker.think(task_for(Failing()))
    assert isinstance(failure, Failure)
    assert failure.places[-1].startswith("helpers/pondering/bots.py:")
    assert "I hold" not in str(failure)


def test_who_thinks_for_too_long_is_ended(
    thinker: Thinker, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    pids: list[int | None] = []
    monkeypatch.setattr(thinking, "BEAT", 0.01)
    settings.BOT_SECONDS = 1
    monkeypatch.setattr(thinking, "_stay_connected", lambda: pids.append(thinker.pid))
    assert thinker.think(task_for(Stuck())) == Failure("late")
    assert pids[0] is not None, "the database hears of it meanwhile"
    assert is_gone(pids[0])
    assert thinker.pid is None


def test_who_is_left_behind_at_work_ends_itself(
    thinker: Thinker, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "LEFT_BEHIND", 1 / settings.BOT_SECONDS)
    assert thinker.think(task_for(Stuck())) == Failure("died", f"exit code -{signal.SIGALRM}")


def while_it_is_stuck(thinker: Thinker, do: Callable[[int], None]) -> object:
    """What becomes of a question that is never answered, when this is done to the process."""
    with ThreadPoolExecutor(1) as thread:
        answer = thread.submit(thinker.think, task_for(Stuck()))
        wait_for(lambda: thinker.pid is not None)
        assert thinker.pid is not None
        do(thinker.pid)
        return answer.result(PATIENCE)


def test_a_killed_process_is_a_failure_and_a_closed_one_is_none(thinker: Thinker) -> None:
    killed = while_it_is_stuck(thinker, lambda pid: os.kill(pid, signal.SIGKILL))
    assert killed == Failure("died", "exit code -9")
    assert while_it_is_stuck(thinker, lambda pid: thinker.close()) is None


def test_who_dies_between_two_questions_is_no_failure(thinker: Thinker) -> None:
    task = task_for(Ponderer("deep", A_WHILE))
    thinker.think(task)
    pid = thinker.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    assert thinker.think(task) == answer_to(task)


def test_who_is_told_to_end_with_all_others_waits_for_the_worker(thinker: Thinker) -> None:
    task = task_for(Ponderer("deep", A_WHILE))
    thinker.think(task)
    pid = thinker.pid
    assert pid is not None
    for name in (signal.SIGINT, signal.SIGTERM):
        os.kill(pid, name)
    assert thinker.think(task) == answer_to(task)
    assert thinker.pid == pid


def test_it_ends_with_whoever_asked(thinker: Thinker) -> None:
    """Its worker was killed, and the kernel has closed the line."""
    thinker.think(task_for(Ponderer("deep", A_WHILE)))
    process, line = thinker._process, thinker._line
    assert process is not None
    assert line is not None
    line.close()
    assert process.wait(PATIENCE) == 0
