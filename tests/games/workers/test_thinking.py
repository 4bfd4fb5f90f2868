"""A slow bot thinks in its own process, which knows only its task and may die or hang."""

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
    """Return the start of a game for two."""
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
        assert time.monotonic() < ends, "the condition was not met in time"
        time.sleep(0.01)


def test_bot_answers_same_in_thinker_process(thinker: Thinker) -> None:
    """Whichever level is called slow one day: it can be sent, with all it is asked."""
    for slug, bot in LEVELS:
        for seed in (1, 2):
            task = task_for(bot, slug, seed)
            answer = thinker.think(task)
            assert isinstance(answer, int)
            assert answer == answer_to(task), (slug, bot.level)


def test_thinker_starts_with_first_question_and_stays(thinker: Thinker) -> None:
    assert thinker.pid is None
    task = task_for(Ponderer("deep", A_WHILE))
    assert thinker.think(task) == answer_to(task)
    pid = thinker.pid
    assert pid is not None
    assert thinker.think(task) == answer_to(task)
    assert thinker.pid == pid
    thinker.close()
    assert is_gone(pid)
    assert thinker.think(task) is None, "a closed thinker answers nothing"


def test_thinker_is_isolated_and_has_low_priority(
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
        (Unsendable(), "raised", "LookupError"),
    ],
    ids=lambda given: type(given).__name__ if isinstance(given, Failing) else None,
)
def test_failure_is_named_and_next_question_is_answered(
    thinker: Thinker, bot: Bot, reason: str, error: str
) -> None:
    failure = thinker.think(task_for(bot))
    assert isinstance(failure, Failure)
    assert (failure.reason, failure.error) == (reason, error)
    task = task_for(Ponderer("deep", A_WHILE))
    assert thinker.think(task) == answer_to(task)


def test_reported_error_contains_places_but_no_hand(thinker: Thinker) -> None:
    failure = thinker.think(task_for(Failing()))
    assert isinstance(failure, Failure)
    assert failure.places[-1].startswith("helpers/pondering/bots.py:")
    assert "I hold" not in str(failure)


def test_late_thinker_is_ended(
    thinker: Thinker, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    pids: list[int | None] = []
    monkeypatch.setattr(thinking, "BEAT", 0.01)
    settings.BOT_SECONDS = 1
    monkeypatch.setattr(thinking, "_stay_connected", lambda: pids.append(thinker.pid))
    assert thinker.think(task_for(Stuck())) == Failure("late")
    assert pids[0] is not None, "the connection is kept alive while the bot thinks"
    assert is_gone(pids[0])
    assert thinker.pid is None


def test_abandoned_thinker_ends_itself(
    thinker: Thinker, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "LEFT_BEHIND", 1 / settings.BOT_SECONDS)
    assert thinker.think(task_for(Stuck())) == Failure("died", f"exit code -{signal.SIGALRM}")


def while_it_is_stuck(thinker: Thinker, do: Callable[[int], None]) -> object:
    """Return the result of a question without answer, when this is done to the process."""
    with ThreadPoolExecutor(1) as thread:
        answer = thread.submit(thinker.think, task_for(Stuck()))
        wait_for(lambda: thinker.pid is not None)
        assert thinker.pid is not None
        do(thinker.pid)
        return answer.result(PATIENCE)


def test_killed_process_is_failure_and_closed_one_is_not(thinker: Thinker) -> None:
    killed = while_it_is_stuck(thinker, lambda pid: os.kill(pid, signal.SIGKILL))
    assert killed == Failure("died", "exit code -9")
    assert while_it_is_stuck(thinker, lambda pid: thinker.close()) is None


def test_thinker_killed_between_questions_is_replaced(thinker: Thinker) -> None:
    task = task_for(Ponderer("deep", A_WHILE))
    thinker.think(task)
    pid = thinker.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    assert thinker.think(task) == answer_to(task)


def test_thinker_ignores_signals_meant_for_worker(thinker: Thinker) -> None:
    task = task_for(Ponderer("deep", A_WHILE))
    thinker.think(task)
    pid = thinker.pid
    assert pid is not None
    for name in (signal.SIGINT, signal.SIGTERM):
        os.kill(pid, name)
    assert thinker.think(task) == answer_to(task)
    assert thinker.pid == pid


def test_thinker_ends_with_its_worker(thinker: Thinker) -> None:
    """Its worker was killed, and the kernel has closed the line."""
    thinker.think(task_for(Ponderer("deep", A_WHILE)))
    process, line = thinker._process, thinker._line
    assert process is not None
    assert line is not None
    line.close()
    assert process.wait(PATIENCE) == 0
