"""Rules, bots, lessons, ratings, rounds and the engine need only Python; lint checks imports."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PURE = (
    *("games/engine", "games/rating.py", "games/tournaments/rounds"),
    *("games/titles/*/rules", "games/titles/*/bots", "games/titles/*/lessons"),
    "games/titles/*/achievements.py",
    "games/titles/*/core.py",
)
TESTING = ROOT / "games/engine/testing"


def test_engine_and_rules_need_only_standard_library() -> None:
    """Import every module in a fresh interpreter that finds no other package.

    But for the contract's tests, which need pytest (tests/games/engine/test_testing.py).
    """
    found = [one for pattern in PURE for one in sorted(ROOT.glob(pattern))]
    paths = [path for one in found for path in (sorted(one.rglob("*.py")) or [one])]
    modules = [module_name(path) for path in paths if not path.is_relative_to(TESTING)]
    assert len(modules) > 50
    script = (
        "import importlib, sys\n"
        f"sys.path.insert(0, {str(ROOT)!r})\n"
        f"for name in {modules!r}: importlib.import_module(name)\n"
        "known = {*sys.stdlib_module_names, 'core', 'games', '__main__'}\n"
        "print(sorted({name.split('.')[0] for name in sys.modules} - known))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.stderr, done.stdout.strip()) == ("", "[]")


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
