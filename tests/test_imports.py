"""Packages of tests are forgotten with their folder, and may be written again."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from tests.helpers.imports import importable


def test_package_is_forgotten_and_may_be_written_again(tmp_path: Path) -> None:
    for turn in ("first", "second"):
        own = tmp_path / turn / "passing"
        own.mkdir(parents=True)
        (own / "__init__.py").write_text(f"TURN = {turn!r}")
        assert find_spec("passing") is None
        with importable(tmp_path / turn):
            assert turn == import_module("passing").TURN
    assert str(tmp_path / "second") not in sys.path
