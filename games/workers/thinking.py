"""Slow bots think in processes of their own, of the lowest priority: no page waits for them.

What is to be thought about stands in the database: which bots are asked, and since when. So nothing
is lost with a process, and a worker that starts goes on where another one ended.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from threading import Lock
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import close_old_connections, connection, connections

from games.engine.review import Judging, Verdict
from games.locks import BOTS, claimed
from games.reviews.services import waiting_matches
from games.workers import bots
from games.workers.reviewing import review_next
from games.workers.thinker import Answer, Failure, Task, failure_of
from watch.context import step
from watch.metrics import ROUND_FAILED

logger = logging.getLogger(__name__)
PRIORITY = 19
"""The lowest: whatever else has something to do comes first."""
LEFT_BEHIND = 12
"""After so many times the seconds a bot may think a process ends itself: its worker was killed."""
PATIENCE = 10
"""So many times as long as a bot a review may think of one decision: nobody sits and waits."""
BEAT = 5
"""Seconds between two words to the database: a claim goes with whoever is silent for long."""


class Thinker:
    """A process that thinks about one task at a time, started with the first one."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._line: Connection | None = None
        self._closed = False
        self._starting = Lock()

    @property
    def pid(self) -> int | None:
        """None while there is no process."""
        return None if self._process is None else self._process.pid

    def think(self, task: Task) -> Answer | None:
        """Wait for the answer; None if this was closed meanwhile."""
        answer: Answer | None = self._ask(task, settings.BOT_SECONDS)
        return answer

    def judge(self, judging: Judging) -> Verdict | Failure | None:
        """Wait for the verdict; None if this was closed meanwhile."""
        found: Verdict | Failure | None = self._ask(judging, PATIENCE * settings.BOT_SECONDS)
        return found

    def _ask(self, task: Task | Judging, seconds: float) -> Any:
        try:
            sent = ForkingPickler.dumps(task)
        except Exception as error:
            return failure_of(error)
        line = self._start()
        if line is None:
            return None
        try:
            line.send_bytes(sent)
            return self._await(line, seconds)
        except (EOFError, OSError):
            failure = Failure("died", f"exit code {self._drop()}")
            return None if self._closed else failure
        except BaseException:
            # It would answer a question that nobody asks any more.
            self._drop()
            raise

    def _await(self, line: Connection, seconds: float) -> Any:
        deadline = monotonic() + seconds
        while not line.poll(min(BEAT, max(0, deadline - monotonic()))):
            if monotonic() >= deadline:
                self._drop()
                return Failure("late")
            _stay_connected()
        return line.recv()

    def _start(self) -> Connection | None:
        """The line to a living process; None once this is closed."""
        if self._process is not None and self._process.poll() is not None:
            self._drop()
        with self._starting:
            if self._line is None and not self._closed:
                self._process, self._line = _start_process()
            return None if self._closed else self._line

    def _drop(self) -> int | None:
        """End the process, if there is one, and forget it; how it ended."""
        process, line, self._process, self._line = self._process, self._line, None, None
        if line is not None:
            line.close()
        if process is None:
            return None
        process.kill()
        return process.wait()

    def close(self) -> None:
        """Think no more. What was being thought about remains a question for others."""
        with self._starting:
            self._closed = True
            process = self._process
        if process is not None:
            process.kill()
            process.wait()


def _start_process() -> tuple[subprocess.Popen[bytes], Connection]:
    ours, theirs = Pipe()
    seconds = round(LEFT_BEHIND * settings.BOT_SECONDS)
    with theirs:
        process = subprocess.Popen(  # noqa: S603
            [
                *(sys.executable, "-m", "games.workers.thinker"),
                *(str(theirs.fileno()), str(seconds), str(PRIORITY)),
            ],
            cwd=settings.BASE_DIR,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            # Ctrl-C is for the worker. And a session is what priorities are lowered for.
            start_new_session=True,
        )
    return process, ours


def _environment() -> dict[str, str]:
    """Where packages are, and nothing else: no key, no address of a database.

    Sets of strings have the same order in every process.
    """
    paths = os.pathsep.join(path for path in sys.path if path)
    return {"PYTHONPATH": paths, "PYTHONHASHSEED": "0"}


def _stay_connected() -> None:
    if connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")


class Thinkers:
    """So many processes, and for each a thread of the worker which asks it and writes its moves."""

    def __init__(self, size: int, stopping: Callable[[], bool]) -> None:
        self._stopping = stopping
        self._all = [Thinker() for _ in range(size)]
        self._idle = list(self._all)
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="thinking")

    def pids(self) -> list[int]:
        """Those of the processes that have started."""
        return [pid for thinker in self._all if (pid := thinker.pid) is not None]

    def start_idle(self) -> int:
        """Let as many go to work as there are questions, and matches to be reviewed. Nobody waits
        for it, so none is done."""
        busy = len(self._all) - len(self._idle)
        asked = len(bots.asked_slow()) + len(waiting_matches())
        for _ in range(min(len(self._idle), asked - busy)):
            self._threads.submit(self._work, self._idle.pop())
        return 0

    def _work(self, thinker: Thinker) -> None:
        """Answer one question after the other, always the oldest that nobody else is at.

        Somebody waits for these: a review goes on, by one decision, when there are none.
        """
        tried: set[bots.Asked] = set()
        try:
            close_old_connections()
            while not self._stopping():
                if not answer_next(thinker, tried) and not review_next(thinker):
                    break
        except Exception:
            logger.exception("A round of the worker failed; it goes on.")
            ROUND_FAILED.labels("thinking").inc()
        finally:
            connections.close_all()
            self._idle.append(thinker)

    def close(self) -> None:
        """End all processes, and wait for the threads."""
        for thinker in self._all:
            thinker.close()
        self._threads.shutdown()


def answer_next(thinker: Thinker, tried: set[bots.Asked]) -> bool:
    """Answer the oldest question to a slow bot that is not among the `tried`, nor another
    worker's; False if there is none. It is then among those: what fails is not tried for ever."""
    for asked in bots.asked_slow():
        if asked in tried:
            continue
        failed = f"A bot could not move (player {asked.player})."
        with step("bot", failed), claimed(BOTS, asked.player) as mine:
            if mine:
                tried.add(asked)
                bots.answer(asked.player, asked.question, thinker.think, asked.due_at)
        if asked in tried:
            return True
    return False
