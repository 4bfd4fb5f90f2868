"""Run the contract's tests without pytest's runner, for a short report about one game."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from random import Random

from django.conf import settings

from games.engine.contract import Json, Position
from games.engine.testing import ContractTests
from games.engine.testing.contract_tests import OTHER_LUCK
from games.engine.testing.differences import first_difference
from games.engine.testing.information_state import InformedTurn
from games.engine.testing.secrecy import SecrecyTests
from games.engine.testing.tables import (
    Table,
    Turn,
    examples,
    random_game,
    seed_bytes,
    some,
    tables_of,
)
from games.titles.sources import (
    class_place,
    effect_place,
    folder_of_rules,
    last_place,
    move_place,
    place_of,
)

HASH_SEEDS = ("1", "2", "3")
"""Values of PYTHONHASHSEED; each gives sets of strings another order."""
RECORDS = 2
"""Random games at each table, each replayed to its end and to some position before that."""
MOST_TABLES = 8
"""At this many tables with usual effort."""
LONGEST_TEST = 60.0
"""The most seconds of computing for a test at one table: an endless loop would hang the check."""
NO_END = "no end after"
"""Begins the reason of a fault that all other tests would meet, too."""

FIRST = "test_random_games_come_to_a_sound_end"
"""Runs before all others: with an endless game each of them would fail likewise."""
LUCK = "test_chance_is_the_only_source_of_luck"
"""Runs next: all tests that play a game again would fail, and none would say why."""
LIKELY = {
    FIRST: "Outcome",
    "test_positions_stay_sound_after_each_move": "moves",
    "test_clones_share_nothing_that_changes": "clone",
    "test_views_share_nothing_that_changes": "view",
    "test_moves_are_read_as_they_were_dumped": "read_move",
    "test_invalid_move_is_refused": "read_move",
    "test_a_dump_loads_as_the_same_position": "fill",
    "test_a_finished_position_is_not_loaded": "fill",
    "test_no_viewer_can_tell_a_resampled_position_from_the_true_one": "view",
    "test_refusals_do_not_depend_on_what_is_hidden": "why_not",
    "test_resampling_varies_what_each_viewer_cannot_know": "resample",
    "test_resampling_depends_only_on_its_dice": "resample",
    "test_worlds_never_contradict_what_a_seat_knows": "lay_open",
    "test_a_seat_does_not_know_the_rest": "lay_open",
    "test_worlds_depend_only_on_information_state_and_dice": "draw",
}
"""Where to look first if a test fails outside of the rules; other tests: at the move."""


@dataclass(frozen=True)
class Fault:
    """A failed test: its name, the first table it failed at, the reason, and where to look."""

    secrecy: bool
    test: str
    table: str
    why: str
    where: str = ""
    """The file and line, and the seed and the move with which it happens."""

    def __str__(self) -> str:
        text = f"not so: {self.test} ({self.table}): {self.why}"
        return f"{text}\n{self.where}" if self.where else text


class TooLong(BaseException):
    """A test does not end; no error of Python's, which rules may catch."""


def faults(rules: type[Position]) -> list[Fault]:
    """Run the contract's tests and return those that fail.

    Each test runs at some tables until it fails. If games or other parts of the rules do not end,
    or games cannot be repeated, no further test runs.

    Args:
        rules: The rules to test, as in `faults(title_of(slug).newest)`.
    """
    tables = some(tables_of(rules))
    endless = _first_fault(FIRST, tables)
    if endless is not None and NO_END in endless.why:
        return [endless]
    unlike = _first_fault(LUCK, tables)
    if unlike is not None and OTHER_LUCK in unlike.why:
        return [unlike]
    done = (FIRST, LUCK)
    tests = [name for name in dir(ContractTests) if name.startswith("test_") and name not in done]
    found = [endless, unlike]
    for name in tests:
        found.append(fault := _first_fault(name, tables))
        if fault is not None and NO_END in fault.why:
            break
    # Rules that raise fail most tests in the same way; the first says enough.
    by_reason = {(one.why, one.where.partition(",")[0]): one for one in reversed(found) if one}
    return list(reversed(by_reason.values()))


def _first_fault(name: str, tables: Sequence[Table]) -> Fault | None:
    for table in tables:
        try:
            with _limited(LONGEST_TEST):
                getattr(ContractTests(), name)(table)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # pytest's failures do not derive from Exception
            words = name.removeprefix("test_").replace("_", " ")
            secrecy, where = hasattr(SecrecyTests, name), _where(name, table.rules, error)
            return Fault(secrecy, words, table.name, why(error), where)
    return None


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raise TooLong where the code is after this many seconds of computing."""

    def stop(*_: object) -> None:
        raise TooLong(f"{NO_END} {seconds:g} seconds of computing")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def why(error: BaseException) -> str:
    """Return the error's message, or the line that failed."""
    message = str(error).strip().partition("\n")[0]
    if not isinstance(error, AssertionError | TooLong):
        return f"{type(error).__name__}: {message}".rstrip(": ")
    last = traceback.extract_tb(error.__traceback__)[-1]
    return message or f"{last.line} ({last.name})"


def _where(test: str, rules: type[Position], error: BaseException) -> str:
    """Return the place in the rules, and the seed and the move with which the test failed."""
    seed, turn = _game_of(error)
    folder = folder_of_rules(rules)
    key = getattr(error, "key", "").partition(".")[0]
    place = (
        last_place(error, folder)
        or (key and effect_place(folder, key))
        or place_of(folder, LIKELY.get(test, ""))
        or (turn is not None and move_place(rules, turn.move))
        or place_of(folder, "apply")
        or class_place(rules)
    )
    found = [str(place)]
    if seed is not None:
        found.append(f"seed {seed.hex()}")
    if turn is not None:
        found.append(f"move {turn.chance.step}, seat {turn.seat}: {turn.move}")
    return ", ".join(found)


def _game_of(error: BaseException) -> tuple[bytes | None, Turn | InformedTurn | None]:
    """Return the seed and the turn of the game in which a test failed, as far as known."""
    seed = getattr(error, "seed", None)
    frames = [frame.f_locals for frame, _line in traceback.walk_tb(error.__traceback__)]
    for local in reversed(frames):
        for value in local.values():
            if isinstance(value, Turn | InformedTurn):
                return value.chance.seed, value
        given = local.get("seed")
        seed = seed or (given if isinstance(given, bytes) else None)
    number = next((local["number"] for local in frames if type(local.get("number")) is int), None)
    return seed or (None if number is None else seed_bytes(number)), None


def hash_faults(*rules: type[Position]) -> list[str]:
    """Return the games that are not the same in every process.

    The order of a set of strings differs between processes, so a rule that depends on it makes
    matches that cannot be replayed after a restart. The records of random games are replayed by
    processes with different hash seeds, which must agree on every position and every legal move.

    Args:
        rules: The rules to test, of one or more games; the site's settings must know the games.
    """
    tables = [table for one in rules for table in _some_tables(one)]
    records = [(table, record) for table in tables for record in _records(table)]
    lines = "".join(json.dumps(record) + "\n" for _table, record in records)
    with ThreadPoolExecutor() as pool:
        replayed = list(pool.map(partial(_replay, lines), HASH_SEEDS))
    faults = []
    for (table, record), *answers in zip(records, *replayed, strict=True):
        other = next((one for one in answers[1:] if one != answers[0]), None)
        if other is not None:
            key, _one, _other = first_difference(answers[0], other)
            faults.append(
                f"the order of a set decides {key} (in {table.name}): sort it, or use a tuple or a"
                f" dict\n{_hash_place(table.rules, key, record)}, seed {record['seed']},"
                f" {len(record['moves'])} moves"
            )
    return faults


def _some_tables(rules: type[Position]) -> Sequence[Table]:
    tables = tables_of(rules)
    return tables[:: -(-len(tables) // examples(MOST_TABLES))]


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


def _replay(lines: str, hash_seed: str) -> list[Json]:
    """Return the referee's answers for these records from a process with this hash seed."""
    command = [sys.executable, "manage.py", "referee", "--lines", "--legal", "--trace"]
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


def _hash_place(rules: type[Position], key: str, record: Json) -> str:
    """Return where the rules may ask for the order of a set."""
    folder, made = folder_of_rules(rules), record["moves"]
    name = "moves" if key.startswith("legal") else "apply" if made else "deal"
    return str(place_of(folder, name) or class_place(rules))
