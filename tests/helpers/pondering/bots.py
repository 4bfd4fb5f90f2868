"""Bots that think long, and bots that fail in various ways."""

from __future__ import annotations

import os
import sys
import time
from hashlib import sha256
from pathlib import Path
from random import Random

from games.engine.bots import Question
from games.engine.contract import Move

PRIORITY, OF_SESSION = 19, 10
"""The lowest priority of a process, and a low one of its session."""
A_WHILE, LONG = 10_000, 800_000
"""Rounds of thinking: some milliseconds, and more than half a second, on one core."""


class Ponderer:
    """Thinks for a number of rounds, and then moves at random."""

    slow = True

    def __init__(self, level: str, rounds: int) -> None:
        self.level = level
        self._rounds = rounds

    def choose(self, question: Question, rng: Random) -> Move:
        thought = b""
        for _ in range(self._rounds):
            thought = sha256(thought).digest()
        return rng.choice(question.moves)


class Failing:
    """Raises an error, as a slow bot or a quick one."""

    level = "failing"

    def __init__(self, slow: bool = True) -> None:
        self.slow = slow

    def choose(self, question: Question, rng: Random) -> Move:
        raise ValueError(f"I hold {question.view}")


class Illegal(Failing):
    def choose(self, question: Question, rng: Random) -> Move:
        return Move()


class Dying(Failing):
    def choose(self, question: Question, rng: Random) -> Move:
        os._exit(3)


class Stuck(Failing):
    """Never answers."""

    def choose(self, question: Question, rng: Random) -> Move:
        while True:
            time.sleep(60)


class Unsendable(Failing):
    """Cannot be pickled."""

    def __reduce__(self) -> str:
        raise LookupError("not to be sent")


class Nosy(Failing):
    """Moves only if its process is isolated from the site and has a low priority."""

    def choose(self, question: Question, rng: Random) -> Move:
        print("Printed output is harmless.")
        assert not {"django", "asgiref", "psycopg", "sqlite3"} & sys.modules.keys()
        assert os.environ.keys() <= {"PYTHONPATH", "PYTHONHASHSEED", "LC_CTYPE"}
        assert os.getpriority(os.PRIO_PROCESS, 0) == PRIORITY
        group = Path("/proc/self/autogroup")
        assert not os.access(group, os.W_OK) or group.read_text().endswith(f"nice {OF_SESSION}\n")
        return question.moves[-1]
