"""Run the contract's tests without pytest's runner, for a short report about one game."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.contract import Position
from games.engine.testing import ContractTests
from games.engine.testing.secrecy import SecrecyTests
from games.engine.testing.tables import Table, some, tables_of


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
