"""Golden records replay to the end they had when they were recorded."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.engine.contract import Json
from games.engine.record import parse_json, read_record
from games.titles.registry import ALL_RULES
from tests.helpers.golden import (
    FOLDER,
    add_missing_tables,
    at_every_table,
    file_of,
    led_to,
    lines_of,
    random_records,
    write,
)

FILES = sorted(FOLDER.glob("*.json"))
TABLES = sorted(FOLDER.glob("tables/*.jsonl"))


def load(path: Path) -> Json:
    data: Json = parse_json(path.read_bytes())
    return data


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden_record_leads_to_same_end(path: Path) -> None:
    data = load(path)
    assert led_to(read_record(data, ALL_RULES)) == data["expect"]
    assert data["expect"]["applied"] == len(data["moves"])


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_golden_games_of_every_table_lead_to_same_end(path: Path) -> None:
    for data in lines_of(path):
        assert led_to(read_record(data, ALL_RULES)) == data["expect"], data["name"]
        assert data["expect"]["applied"] == len(data["moves"]), data["name"]
        assert data["expect"]["outcome"] is not None


def test_every_game_seat_count_and_option_has_golden_game() -> None:
    missing = [
        table.name
        for table in at_every_table()
        if not any(data["name"] == table.name for data in lines_of(file_of(table)))
    ]
    assert not missing, "run python -m tests.helpers.golden --tables"


def test_adding_missing_tables_leaves_others_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.helpers.golden.FOLDER", tmp_path)
    tables = [table for table in at_every_table() if table.rules.game.slug == "babel"]
    monkeypatch.setattr("tests.helpers.golden.at_every_table", lambda: tables)
    added = add_missing_tables()
    (path,) = {file_of(table) for table in tables}
    written = path.read_text("utf-8")
    assert [data["name"] for data in lines_of(path)] == added
    assert add_missing_tables() == []
    assert path.read_text("utf-8") == written


def test_golden_starts_as_a_program() -> None:
    environment = {**os.environ}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    command = [sys.executable, "-m", "tests.helpers.golden", "--help"]
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert "--tables" in answer.stdout, answer.stderr


def test_condottieres_golden_records_cover_options_and_reasons() -> None:
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


def test_written_record_equals_played_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.helpers.golden.FOLDER", tmp_path)
    data = next(random_records("condottiere", 2, {}, 1))
    path = write("condottiere-new", data)
    assert json.loads(path.read_text("utf-8")) == data
