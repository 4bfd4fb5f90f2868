"""The process in which slow bots think: it takes tasks and returns the numbers of moves.

It also takes what to judge, such as a decision of a finished match, and returns the verdict.

It loads only the rules and bots of the games it is asked about, no settings and no database. It
is sent only what a seat may know, so it has no secrets to leak.

`python -m games.workers.thinker FD SECONDS PRIORITY`: FD is its end of a pipe; the process ends
itself after SECONDS on one task.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection
from pickle import loads
from random import Random
from typing import NamedTuple, Protocol, TypeVar

from games.engine.bots import Bot, Question

LOW = 10
"""The lowest priority of its session, a tenth of the usual weight.

So on a home machine a bot still gets some time while other programs compute.
"""
FRAMES = 6
V = TypeVar("V", covariant=True)


class Task(NamedTuple):
    """A bot, its question, which has only what its seat may know, and its random seed."""

    bot: Bot
    question: Question
    seed: int


class Failure(NamedTuple):
    """Why there is no answer: a reason, the kind of error and the places in the code.

    The error's message is left out, since it may quote the seat's hand.
    """

    reason: str
    error: str = ""
    places: tuple[str, ...] = ()


Answer = int | Failure
"""The index of the move in the task's moves, or why there is none."""


def answer_to(task: Task) -> Answer:
    """Let the bot choose, in this process."""
    moves = task.question.moves
    try:
        move = task.bot.choose(task.question, Random(task.seed))
        return list(moves).index(move) if move in moves else Failure("illegal")
    except Exception as error:
        return failure_of(error)


class Judging(Protocol[V]):
    """Something to judge with many trials."""

    def verdict(self) -> V:
        """Judge it; the result is the same in every process."""
        ...


def verdict_on(judging: Judging[V]) -> V | Failure:
    """Judge something, in this process."""
    try:
        return judging.verdict()
    except Exception as error:
        return failure_of(error)


def failure_of(error: Exception) -> Failure:
    """Describe an error without its message."""
    frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
    places = [("/".join(frame.filename.split("/")[-3:]), frame) for frame in frames]
    return Failure(
        "raised",
        type(error).__name__,
        tuple(f"{place}:{frame.lineno} {frame.name}" for place, frame in places),
    )


def work(line: Connection, seconds: int) -> None:
    """Take tasks until the worker closes its end."""
    while True:
        try:
            sent = line.recv_bytes()
        except EOFError:
            return
        signal.alarm(seconds)
        line.send(_answer_to_sent(sent))
        signal.alarm(0)


def _answer_to_sent(sent: bytes) -> object:
    try:
        task: Task | Judging[object] = loads(sent)  # noqa: S301  # by the worker, through a pipe of its own
    except Exception as error:
        return failure_of(error)
    return answer_to(task) if isinstance(task, Task) else verdict_on(task)


def step_back(priority: int) -> None:
    """Set the priority of this process: 0 is the usual one, 19 the lowest.

    Linux may divide the CPU among sessions first (autogroups), and only then by priority. So a bot
    has a session of its own, or it would use up the site's share.
    """
    os.setpriority(os.PRIO_PROCESS, 0, priority)
    with suppress(OSError), open("/proc/self/autogroup", "w") as group:
        group.write(str(min(priority, LOW)))


def main(fd: int, seconds: int, priority: int) -> None:
    # A signal to the process group is meant for the worker, which closes the pipe when it ends.
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)
    step_back(priority)
    with Connection(fd) as line:
        work(line, seconds)


if __name__ == "__main__":
    # Tasks are pickled with this module's name, not as `__main__`.
    from games.workers.thinker import main as run

    run(*map(int, sys.argv[1:]))
