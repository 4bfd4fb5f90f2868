"""The process that slow bots think in: a task comes in, the number of a move goes out.

Or a decision of a match that is over comes in, and what there is to say of it goes out.

It loads the rules and bots of the games it is asked about and nothing else: no settings and no
database. What it is sent is what a seat may know, so that it has no secrets to lose.

`python -m games.workers.thinker FD SECONDS PRIORITY`: FD is its end of a pipe; it ends itself when
it has worked on one task for so many seconds.
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
from typing import NamedTuple

from games.engine.bots import Bot, Question
from games.engine.review import Judging, Verdict

LOW = 10
"""The lowest priority of its session, which then counts a tenth of another one: at home a bot does
not wait for all else that the machine computes."""
FRAMES = 6


class Task(NamedTuple):
    """A bot, what it is asked, all of which its seat may know, and where its luck starts."""

    bot: Bot
    question: Question
    seed: int


class Failure(NamedTuple):
    """Why there is no answer: a word for it, the kind of error and the places in the code, but no
    message, since that may quote what the seat holds."""

    reason: str
    error: str = ""
    places: tuple[str, ...] = ()


Answer = int | Failure
"""The number of the move among those of the task, or why there is none."""


def answer_to(task: Task) -> Answer:
    """Let the bot choose, here and now."""
    moves = task.question.moves
    try:
        move = task.bot.choose(task.question, Random(task.seed))
        return list(moves).index(move) if move in moves else Failure("illegal")
    except Exception as error:
        return failure_of(error)


def verdict_on(judging: Judging) -> Verdict | Failure:
    """Judge a decision, here and now."""
    try:
        return judging.verdict()
    except Exception as error:
        return failure_of(error)


def failure_of(error: Exception) -> Failure:
    """An error without its message."""
    frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
    places = [("/".join(frame.filename.split("/")[-3:]), frame) for frame in frames]
    return Failure(
        "raised",
        type(error).__name__,
        tuple(f"{place}:{frame.lineno} {frame.name}" for place, frame in places),
    )


def work(line: Connection, seconds: int) -> None:
    """Take tasks until the other end is closed."""
    while True:
        try:
            sent = line.recv_bytes()
        except EOFError:
            return
        signal.alarm(seconds)
        line.send(_answer_to_sent(sent))
        signal.alarm(0)


def _answer_to_sent(sent: bytes) -> Answer | Verdict:
    try:
        task: Task | Judging = loads(sent)  # noqa: S301  # by the worker, through a pipe of its own
    except Exception as error:
        return failure_of(error)
    return verdict_on(task) if isinstance(task, Judging) else answer_to(task)


def step_back(priority: int) -> None:
    """Take a priority: 0 is the usual one, 19 the lowest.

    Linux may part the machine among sessions first (autogroups), and each part by priority. A bot
    has a session of its own there, or it would use up the part of the site.
    """
    os.setpriority(os.PRIO_PROCESS, 0, priority)
    with suppress(OSError), open("/proc/self/autogroup", "w") as group:
        group.write(str(min(priority, LOW)))


def main(fd: int, seconds: int, priority: int) -> None:
    # Whoever ends a whole group of processes means the worker, which closes the pipe when it ends.
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)
    step_back(priority)
    with Connection(fd) as line:
        work(line, seconds)


if __name__ == "__main__":
    # Tasks are pickled with the name of this module, not with that of a script.
    from games.workers.thinker import main as run

    run(*map(int, sys.argv[1:]))
