"""Golden records replay to the end they led to when they were written down."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.engine.contract import Json
from games.engine.record import parse_json, read_record
from games.rules import SHELF
from tests.helpers.golden import FOLDER, led_to, random_records, write

FILES = sorted(FOLDER.glob("*.json"))


def load(path: Path) -> Json:
    data: Json = parse_json(path.read_bytes())
    return data


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_record_leads_to_the_same_end(path: Path) -> None:
    data = load(path)
    assert led_to(read_record(data, SHELF)) == data["expect"]
    assert data["expect"]["applied"] == len(data["moves"])


def test_condottieres_golden_records_cover_every_seat_count_option_and_reason() -> None:
    golden = [load(path) for path in FILES if path.stem.startswith("condottiere")]
    assert {data["seats"] for data in golden} == {2, 3, 4, 5, 6}
    assert {data["expect"]["outcome"]["reason"] for data in golden} == {
        *("group", "most-cities", "final-battle", "final-tie", "points"),
    }
    options = {(name, value) for data in golden for name, value in data["options"].items()}
    assert options == {
        *(("bigger_kingdom", False), ("bigger_kingdom", True)),
        *(("taking_cities", False), ("taking_cities", True)),
        *(("points", 0), ("points", 20), ("points", 30)),
    }


def test_what_is_written_is_what_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.helpers.golden.FOLDER", tmp_path)
    data = next(random_records("condottiere", 2, {}, 1))
    path = write("condottiere-new", data)
    assert json.loads(path.read_text("utf-8")) == data
