"""Let slow bots think in processes of the lowest priority, so that no page waits for them.

The database has the tasks: which bots are asked, and since when. So nothing is lost with a
process, and a new worker continues where another one ended.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

from django.conf import settings
from django.db import close_old_connections, connection, connections
from django.db.models import Value

from core.locks import BOTS, claimed
from core.monitoring.context import step
from core.monitoring.metrics import ROUND_FAILED
from games.hints.models import Hint
from games.hints.services import UNFINISHED, next_late
from games.matches.services.turns import people_at
from games.reviews.models import Review
from games.workers import bots, hinting
from games.workers.hinting import hint_next
from games.workers.reviewing import review_next
from games.workers.thinker import Answer, Failure, Judging, Task, failure_of

logger = logging.getLogger(__name__)
PRIORITY = 19
"""The lowest: all other processes come first."""
LEFT_BEHIND = 12
"""A process ends itself after this multiple of `BOT_SECONDS`: its worker was killed."""
PATIENCE = 10
"""Judging may take this multiple of `BOT_SECONDS`: no player has to wait for it."""
V = TypeVar("V")
BEAT = 5
"""Seconds between two queries: a claim is lost with a connection that is silent for long."""


class Thinker:
    """A process that thinks about one task at a time and starts with the first."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._line: Connection | None = None
        self._closed = False
        self._starting = Lock()

    @property
    def pid(self) -> int | None:
        """The id of the process; None while there is none."""
        return None if self._process is None else self._process.pid

    def think(self, task: Task) -> Answer | None:
        """Wait for the answer; return None if this was closed in the meantime."""
        answer: Answer | None = self._ask(task, settings.BOT_SECONDS)
        return answer

    def judge(self, judging: Judging[V]) -> V | Failure | None:
        """Wait for the verdict; return None if this was closed in the meantime."""
        found: V | Failure | None = self._ask(judging, PATIENCE * settings.BOT_SECONDS)
        return found

    def _ask(self, task: Task | Judging[object], seconds: float) -> Any:
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
            # The process would answer a question that is no longer asked.
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
        """Return the pipe to a running process; None once this is closed."""
        if self._process is not None and self._process.poll() is not None:
            self._drop()
        with self._starting:
            if self._line is None and not self._closed:
                self._process, self._line = _start_process()
            return None if self._closed else self._line

    def _drop(self) -> int | None:
        """End and forget the process, if there is one; return its exit code."""
        process, line, self._process, self._line = self._process, self._line, None, None
        if line is not None:
            line.close()
        if process is None:
            return None
        process.kill()
        return process.wait()

    def close(self) -> None:
        """End the process; other workers answer the question it was at."""
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
            # Ctrl-C is for the worker. And Linux lowers priorities by session (`step_back`).
            start_new_session=True,
        )
    return process, ours


def _environment() -> dict[str, str]:
    """Return an environment with only the paths of packages: no key, no database address.

    The hash seed gives sets of strings the same order in every process.
    """
    paths = os.pathsep.join(path for path in sys.path if path)
    return {"PYTHONPATH": paths, "PYTHONHASHSEED": "0"}


def _stay_connected() -> None:
    if connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")


class Thinkers:
    """Processes that think, and for each a worker thread that asks it and writes its moves."""

    def __init__(self, size: int, stopping: Callable[[], bool]) -> None:
        self._stopping = stopping
        self._all = [Thinker() for _ in range(size)]
        self._idle = list(self._all)
        self._shares = Shares()
        self._asked: list[bots.Asked] = []
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="thinking")

    def pids(self) -> list[int]:
        """Return the ids of the processes that have started."""
        return [pid for thinker in self._all if (pid := thinker.pid) is not None]

    def start_idle(self) -> int:
        """Start an idle process for each waiting question, hint and match to be reviewed.

        Return the number of questions and hints that quick bots answered, because people have
        waited for too long.
        """
        self._asked = bots.asked_slow()
        busy = len(self._all) - len(self._idle)
        asked = len(self._asked) + waiting()
        for _ in range(min(len(self._idle), asked - busy)):
            self._threads.submit(self._work)
        return bots.hurry(self._asked, self._stopping) + hinting.hurry(self._stopping)

    def next_due(self) -> datetime | None:
        """Return when people will have waited too long for a bot or a hint; None if none wait."""
        moments = (bots.next_hurried(self._asked), next_late())
        return min((moment for moment in moments if moment is not None), default=None)

    def _work(self) -> None:
        """Let an idle process do what waits; whatever fails, it is idle again afterwards.

        The thread takes the process itself, so none is lost with a thread that could not start.
        """
        try:
            thinker = self._idle.pop()
        except IndexError:
            return
        try:
            try:
                self._do_waiting(thinker)
            finally:
                connections.close_all()
        except Exception:
            logger.exception("A round of the worker failed; it goes on.")
            ROUND_FAILED.labels("thinking").inc()
        finally:
            self._idle.append(thinker)

    def _do_waiting(self, thinker: Thinker) -> None:
        """Answer questions, in turn of the people who wait; then give hints, then review matches.

        Players wait for answers, and then for hints: a hint goes on, by one step, only when no
        player waits for a bot, and a review, by one decision, only when no bot is asked.
        """
        tried: set[bots.Asked] = set()
        close_old_connections()
        while not self._stopping():
            if not (
                answer_next(thinker, tried, self._shares, with_people=True)
                or hint_next(thinker)
                or answer_next(thinker, tried, self._shares)
                or review_next(thinker)
            ):
                break

    def close(self) -> None:
        """End all processes, and wait for the threads."""
        for thinker in self._all:
            thinker.close()
        self._threads.shutdown()


class Shares:
    """Shares the processes among the people who wait for bots.

    The person who was served least recently comes first, and then the oldest question. So one
    question of each person is answered before the next one of a person with many tables. Bots that
    no person waits for come last.
    """

    def __init__(self) -> None:
        self._served: dict[int, int] = {}
        self._turn = 0
        self._lock = Lock()

    def in_order(self, asked: Sequence[bots.Asked]) -> list[tuple[bots.Asked, frozenset[int]]]:
        """Return the questions in the order of answering, each with the people at its table."""
        people = people_at({one.match for one in asked if one.with_people})
        with self._lock:
            waiting = frozenset[int]().union(*people.values())
            self._served = {one: at for one, at in self._served.items() if one in waiting}
            served = dict(self._served)

        def place(one: bots.Asked) -> tuple[bool, int, datetime]:
            turns = [served.get(person, 0) for person in people.get(one.match, ())]
            return not turns, min(turns, default=0), one.since

        return [(one, people.get(one.match, frozenset())) for one in sorted(asked, key=place)]

    def serve(self, people: Iterable[int]) -> None:
        """Note that a question for which these people wait is being answered."""
        with self._lock:
            self._turn += 1
            self._served.update(dict.fromkeys(people, self._turn))


def waiting() -> int:
    """Count the hints and reviews that wait, with one query."""
    hints = Hint.objects.filter(status__in=UNFINISHED).values(found=Value(1))
    reviews = Review.objects.filter(status=Review.Status.WAITING).values(found=Value(1))
    return hints.union(reviews, all=True).count()


def answer_next(
    thinker: Thinker, tried: set[bots.Asked], shares: Shares, *, with_people: bool = False
) -> bool:
    """Answer the next question to a slow bot that is neither `tried` nor another worker's.

    Return False if there is none; `with_people`: if there is none for which people wait. The
    question is added to `tried`, so a failing one is not repeated endlessly.
    """
    for asked, people in shares.in_order(bots.asked_slow()):
        if asked in tried or (with_people and not asked.with_people):
            continue
        failed = f"A bot could not move (player {asked.player})."
        with step("bot", failed), claimed(BOTS, asked.player) as mine:
            if mine:
                tried.add(asked)
                shares.serve(people)
                bots.answer(asked.player, asked.question, thinker.think, asked.due_at)
        if asked in tried:
            return True
    return False
