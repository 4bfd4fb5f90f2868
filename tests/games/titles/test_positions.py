"""Prepared positions are valid, match their description and are found only by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.engine.refusals import BadRecord
from games.engine.replay import replay
from games.titles import positions
from games.titles.positions import PreparedPosition, prepared_position, prepared_positions
from games.titles.registry import slugs

PREPARED = [prepared for slug in slugs() for prepared in prepared_positions(slug)]


@pytest.mark.parametrize("prepared", PREPARED, ids=lambda p: f"{p.slug}-{p.name}")
def test_prepared_position_is_reached_by_legal_moves_and_valid(prepared: PreparedPosition) -> None:
    reached = replay(prepared.record)
    assert reached.refusal is None
    reached.position.check()
    assert prepared.about.endswith((".", "?"))


def test_every_title_has_prepared_positions_and_a_finished_one() -> None:
    for slug in slugs():
        own = prepared_positions(slug)
        outcomes = [replay(prepared.record).position.outcome() for prepared in own]
        assert any(outcomes), slug
        assert len(own) > 4


def test_prepared_position_is_found_only_by_name() -> None:
    known = PREPARED[0]
    assert prepared_position(known.slug, known.name) == known
    for name in ("", "../title", f"../positions/{known.name}", known.name.upper()):
        assert prepared_position(known.slug, name) is None
    assert prepared_position("chess", known.name) is None


@pytest.mark.parametrize(
    "wrong",
    [{"about": None}, {"seat": 9}, {"seat": "0"}, {"seat": True}, {"game": slugs()[1]}],
    ids=str,
)
def test_invalid_position_is_refused(
    wrong: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / positions.FOLDER
    folder.mkdir()
    written = {
        "about": "Two players.",
        "seat": 0,
        "format": 1,
        "game": slugs()[0],
        "seats": 2,
        "moves": [],
    }
    monkeypatch.setattr(positions, "folder_of", lambda slug: tmp_path)
    (folder / "one.json").write_text(json.dumps(written))
    assert [one.name for one in prepared_positions(slugs()[0])] == ["one"]
    (folder / "one.json").write_text(json.dumps({**written, **wrong}))
    with pytest.raises(BadRecord):
        prepared_positions(slugs()[0])
