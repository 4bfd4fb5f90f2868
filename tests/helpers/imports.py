"""Packages that tests write, imported from their folder and forgotten with it.

A module that stays in `sys.modules` is found by later tests, also by those of the same file: a
fixture of a module is set up again when another worker's tests come between.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def importable(folder: Path) -> Iterator[None]:
    """Let Python import from a folder, and forget what it imported from there at the end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        try:
            yield
        finally:
            for name, module in [*sys.modules.items()]:
                file = getattr(module, "__file__", None)
                if file and Path(file).is_relative_to(folder):
                    del sys.modules[name]
