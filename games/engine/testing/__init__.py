"""The contract's tests, for a game wherever it lives.

Pytest and the standard library are all that is needed. A game's test module has

    from games.engine.testing import contract_tests

    TestMyGame = contract_tests(MyPosition)

and random games are played at every number of seats with every two options together. They come
to a sound end, are written down and read again, refuse what is not allowed, and show nobody what
is hidden. The environment's EFFORT (quick, usual or thorough) sets how many.
"""

from __future__ import annotations

import pytest

# Before they are imported: so that a failing assertion shows what was compared.
MODULES = ("contract_tests", "knowledge", "secrecy", "tables")
pytest.register_assert_rewrite(*(f"{__name__}.{module}" for module in MODULES))

from games.engine.testing.contract_tests import ContractTests, contract_tests  # noqa: E402

__all__ = ["ContractTests", "contract_tests"]
