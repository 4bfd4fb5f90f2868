"""Optional values that must be present in a test."""

from __future__ import annotations

from typing import TypeVar

Value = TypeVar("Value")


def not_none(value: Value | None) -> Value:
    assert value is not None
    return value
