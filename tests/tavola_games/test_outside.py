"""Games of other projects: those without a usable core are left out with a reason."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from games.engine import outside
from tavola_games.catalogue import core_of
from tavola_games.outside import NO_CORE, outside_cores
from tests.helpers.imports import importable


def test_game_without_usable_core_is_left_out_with_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    same = "from tavola_games.catalogue import core_of\nCORE = core_of('babel')"
    for name, core in (("mistaken", same), ("siteonly", None)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
        if core is not None:
            (tmp_path / name / "core.py").write_text(core)
    points = [EntryPoint(name, name, outside.GROUP) for name in ("mistaken", "siteonly")]
    monkeypatch.setattr(outside, "entry_points", lambda group: points)
    with importable(tmp_path):
        assert outside_cores({"babel": core_of("babel")}) == (
            {},
            {
                "mistaken": "It raises ValueError: the slug of its rules is “babel”.",
                "siteonly": NO_CORE.format(package="siteonly"),
            },
        )
