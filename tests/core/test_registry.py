"""Registries hold entries that higher packages add to lower ones."""

from __future__ import annotations

import pytest

from core.registry import Registry, Slot


def test_entries_are_in_order_of_registration() -> None:
    registry: Registry[int] = Registry("numbers")
    assert registry.register(2) == 2
    registry.register(1)
    assert [*registry] == [2, 1]
    assert [*reversed(registry)] == [1, 2]


def test_second_registration_of_entry_is_refused() -> None:
    registry: Registry[int] = Registry("numbers")
    registry.register(1)
    with pytest.raises(ValueError, match="numbers: 1 is registered already"):
        registry.register(1)


def test_entries_are_replaced_only_within_block() -> None:
    registry: Registry[int] = Registry("numbers")
    registry.register(1)
    with registry.replaced(2, 3):
        assert [*registry] == [2, 3]
    assert [*registry] == [1]


def test_slot_calls_default_until_function_is_registered() -> None:
    @Slot
    def double(number: int) -> int:
        """Double a number."""
        return 2 * number

    assert double.__doc__ == "Double a number."
    assert double(2) == 4
    double.register(lambda number: number + 1)
    assert double(2) == 3
    with double.replaced():
        assert double(2) == 4
    with pytest.raises(ValueError, match=r"double: .* registered already"):
        double.register(lambda number: number)
