"""All of the contract's tests together."""

from __future__ import annotations

from typing import ClassVar

import pytest

from games.engine.contract import Position
from games.engine.testing.effort import some
from games.engine.testing.playing import Playing
from games.engine.testing.refusing import Refusing
from games.engine.testing.secrecy import Secrecy
from games.engine.testing.tables import tables_of
from games.engine.testing.writing import Writing


class ContractTests(Playing, Writing, Refusing, Secrecy):
    """Each test at every table that the rules can be played at; a subclass names the rules."""

    rules: ClassVar[tuple[type[Position], ...]]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "table" in metafunc.fixturenames:
            tables = some(tables_of(*self.rules))
            metafunc.parametrize("table", tables, ids=[table.name for table in tables])


def contract_tests(*rules: type[Position]) -> type[ContractTests]:
    """The tests of some rules: a module that holds them by a name with Test is tested."""
    return type("TestContract", (ContractTests,), {"rules": rules})
