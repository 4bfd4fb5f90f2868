"""The contract's tests for any game, in this repository or elsewhere.

They need only pytest and the standard library. A game's test module contains

    from games.engine.testing import contract_tests

    TestMyGame = contract_tests(MyPosition)

The tests play random games for every number of seats with every value of an option, and for every
pair of option values. They check that games end in a valid position, that dumps and records can be
read again, that bad input is refused, and that no viewer learns what is hidden. The environment
variable EFFORT (quick, usual or thorough) sets the number of examples; thorough plays every pair of
option values at every number of seats.
"""

from __future__ import annotations

import pytest

# Before these are imported, so that a failing assertion shows what was compared.
MODULES = ("contract_tests", "differences", "information_state", "secrecy", "tables")
pytest.register_assert_rewrite(*(f"{__name__}.{module}" for module in MODULES))

from games.engine.testing.contract_tests import ContractTests, contract_tests  # noqa: E402

__all__ = ["ContractTests", "contract_tests"]
