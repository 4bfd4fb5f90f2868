"""Every registered game fulfils the contract, tested by random play at every table."""

from __future__ import annotations

from games.engine.testing import contract_tests
from games.titles.registry import ALL_RULES

TestContract = contract_tests(*ALL_RULES.values())
