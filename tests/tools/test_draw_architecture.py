"""The architecture page shows the current code, packages and tables."""

from __future__ import annotations

import pytest

from tools import draw_architecture
from tools.draw_architecture import PAGE, PARTS, code, filled, package_imports


def test_drawn_parts_of_page_equal_code() -> None:
    page = PAGE.read_text("utf-8")
    assert all(f"<!-- drawn: {part} " in page for part in PARTS)
    assert page == filled(page), "run: .venv/bin/python -m tools.draw_architecture"


def test_every_package_has_purpose() -> None:
    assert [each for each in package_imports() if not draw_architecture._purpose_of(each)] == []


def test_code_is_shown_without_docstrings() -> None:
    shown = code("tools/draw_architecture.py", "code")
    assert shown.startswith("```python\ndef code(path: str, name: str) -> str:\n    source = ")
    assert '"""' not in shown


def test_outdated_part_is_replaced() -> None:
    page = "Before\n<!-- drawn: packages -->\nold\n<!-- end -->\nAfter\n"
    drawn = filled(page)
    assert "old" not in drawn
    assert drawn.startswith("Before\n<!-- drawn: packages -->\n```mermaid\nflowchart TD\n")
    assert drawn.endswith("```\n<!-- end -->\nAfter\n")
    assert filled(drawn) == drawn


def test_cycle_of_packages_is_error(monkeypatch: pytest.MonkeyPatch) -> None:
    cycle = {"one": {"two"}, "two": {"one"}}
    monkeypatch.setattr(draw_architecture, "package_imports", lambda: cycle)
    with pytest.raises(ValueError, match="cycle"):
        draw_architecture.packages()
