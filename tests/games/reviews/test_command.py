"""`manage.py review RECORD`: lines or JSON, and a sentence for invalid input."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.engine.record import NO_SEED
from games.engine.review import Reviewer
from games.reviews.management.commands import review
from games.titles.registry import judge_of, reviewer_of
from tests.helpers.reviewed import POSITION

RECORD: dict[str, Any] = {
    "format": 1,
    "game": "condottiere",
    "seats": 2,
    "seed": NO_SEED,
    "position": POSITION,
    "moves": [{"seat": 0, "type": "pass"}],
}


@pytest.fixture(autouse=True)
def _little_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    def quick(slug: str) -> Reviewer:
        return replace(reviewer_of(slug), judge=replace(judge_of(slug), most=48))

    monkeypatch.setattr(review, "reviewer_of", quick)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(RECORD))
    return path


def answer(*arguments: str) -> str:
    out = io.StringIO()
    call_command("review", *arguments, stdout=out)
    return out.getvalue()


def test_review_command_prints_line_per_mistake(file: Path) -> None:
    line = answer(str(file))
    assert line.startswith("   1  seat 0")
    assert "Pass; stronger: Play m10; it cost about " in line
    assert answer(str(file)) == line


def test_review_command_writes_json_for_chosen_seats(file: Path) -> None:
    found = json.loads(answer(str(file), "--json"))
    (look,) = found["decisions"]
    assert found["seats"] == [0, 1]
    assert look["better"] == {"type": "play", "card": "m10"}
    assert look["cost"] > 2 * look["cost_error"]
    assert sum(look["chances"]) == pytest.approx(1, abs=0.001)
    (other,) = json.loads(answer(str(file), "--json", "--seats", "1"))["decisions"]
    assert "compared" not in other
    assert other["chances"]


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"moves": []}, "no move to review"),
        ({"moves": [{"seat": 1, "type": "pass"}]}, "isn’t your turn"),
        ({"moves": [{"seat": 0}]}, "must name its type"),
        ({"game": "whist"}, "no game"),
        ({"position": {"phase": 3}}, "phase"),
    ],
)
def test_invalid_record_is_refused_with_sentence(
    file: Path, changed: dict[str, Any], words: str
) -> None:
    file.write_text(json.dumps({**RECORD, **changed}))
    with pytest.raises(CommandError, match=words):
        answer(str(file))


def test_missing_file_or_invalid_seats_are_refused(file: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        answer(str(file.parent / "nowhere.json"))
    for seats in ("2", "x", "-1", "9" * 5000):
        with pytest.raises(CommandError, match="from 0 to 1"):
            answer(str(file), f"--seats={seats}")
