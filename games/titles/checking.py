"""Run the contract's tests without pytest's runner, for a short report about one game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from django.conf import settings

from games.engine.contract import Json, Position
from games.engine.testing import ContractTests
from games.engine.testing.secrecy import SecrecyTests
from games.engine.testing.tables import Table, examples, random_game, seed_bytes, some, tables_of

HASH_SEEDS = ("1", "2", "3")
"""Values of PYTHONHASHSEED; each gives sets of strings another order."""
RECORDS = 2
"""Random games at each table, each replayed to its end and to some position before that."""
MOST_TABLES = 8
"""At this many tables with usual effort."""


@dataclass(frozen=True)
class Fault:
    """A failed test: its name, the first table it failed at, and the reason."""

    secrecy: bool
    test: str
    table: str
    why: str

    def __str__(self) -> str:
        return f"not so: {self.test} ({self.table}): {self.why}"


def faults(rules: type[Position]) -> list[Fault]:
    """Run the contract's tests and return those that fail.

    Each test runs at some tables until it fails.

    Args:
        rules: The rules to test, as in `faults(title_of(slug).newest)`.
    """
    tables = some(tables_of(rules))
    tests = [name for name in dir(ContractTests) if name.startswith("test_")]
    return [fault for name in tests if (fault := _first_fault(name, tables)) is not None]


def _first_fault(name: str, tables: Sequence[Table]) -> Fault | None:
    for table in tables:
        try:
            getattr(ContractTests(), name)(table)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # pytest's failures do not derive from Exception
            words = name.removeprefix("test_").replace("_", " ")
            return Fault(hasattr(SecrecyTests, name), words, table.name, _why(error))
    return None


def _why(error: BaseException) -> str:
    """Return the error's message, or the line that failed."""
    message = str(error).strip().partition("\n")[0]
    if not isinstance(error, AssertionError):
        return f"{type(error).__name__}: {message}".rstrip(": ")
    last = traceback.extract_tb(error.__traceback__)[-1]
    return message or f"{last.line} ({last.name})"


def hash_faults(rules: type[Position]) -> list[str]:
    """Return the games that are not the same in every process.

    The order of a set of strings differs between processes, so a rule that depends on it makes
    matches that cannot be replayed after a restart. The records of random games are replayed by
    processes with different hash seeds, which must agree on every position and every legal move.

    Args:
        rules: The rules to test; the site's settings must know their game.
    """
    tables = tables_of(rules)
    tables = tables[:: -(-len(tables) // examples(MOST_TABLES))]
    records = [(table, record) for table in tables for record in _records(table)]
    lines = "".join(json.dumps(record) + "\n" for _table, record in records)
    replayed = [_replay(seed, lines) for seed in HASH_SEEDS]
    faults = []
    for (table, record), *answers in zip(records, *replayed, strict=True):
        place = next((found for one in answers[1:] if (found := _apart(answers[0], one))), "")
        if place:
            moves = len(record["moves"])
            faults.append(
                f"the order of a set decides {place} (in {table.name}, seed {record['seed'][:8]}…,"
                f" {moves} moves): sort it, or use a tuple or a dict"
            )
    return faults


def _records(table: Table) -> Iterator[Json]:
    """Yield the records of random games, whole and broken off."""
    for number in range(RECORDS):
        seed = seed_bytes(number)
        moves = [{"seat": turn.seat, **turn.move.dump()} for turn in random_game(table, seed)]
        for length in {len(moves), Random(number).randrange(len(moves))}:
            yield {
                "format": 1,
                "game": table.rules.game.slug,
                "rules": table.rules.game.rules,
                "seats": table.seats,
                "options": dict(table.options),
                "seed": seed.hex(),
                "moves": moves[:length],
            }


def _replay(hash_seed: str, lines: str) -> list[Json]:
    """Return the referee's answers for these records from a process with this hash seed."""
    command = [sys.executable, "-m", "django", "referee", "--lines", "--legal", "--trace"]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(  # noqa: S603  (this site's own command)
        command,
        input=lines,
        env=environment,
        cwd=settings.BASE_DIR,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def _apart(one: object, other: object, path: str = "") -> str:
    """Return the first place at which two answers differ, as in “position.hands.0”, or ""."""
    pairs: list[tuple[str, object, object]]
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        pairs = [(key, one[key], other[key]) for key in one]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(str(at), *both) for at, both in enumerate(zip(one, other, strict=True))]
    else:
        return "" if one == other else path.removeprefix(".") or "the answer"
    differ = (_apart(mine, its, f"{path}.{at}") for at, mine, its in pairs)
    return next(filter(None, differ), "")
