"""The example program that verifies a record agrees with the referee."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from examples.verify import verify
from games.engine.contract import Json
from games.engine.referee import Requested, judge
from games.titles.registry import ALL_RULES
from tests.examples.sources import imported_by
from tests.helpers.records import fair_match, fair_match_2, fair_match_3

FILE = settings.BASE_DIR / "examples" / "verify.py"
VECTORS = json.loads((settings.BASE_DIR / "docs" / "fairness.json").read_text("utf-8"))
RECORDS = {
    "version 1": fair_match(),
    "version 2": fair_match_2(["revealed", "derived", "replaced", "revealed"], secrets=3),
    "a rematch": fair_match_2(["revealed", "revealed"], turned=True),
    "version 3": fair_match_3(["revealed", "derived", "replaced", "revealed"], secrets=2),
    "agreed seats": fair_match_3(["revealed", "revealed"], seated=[1, 0]),
}


def run(record: str, place: Path) -> subprocess.CompletedProcess[str]:
    file = place / "record.json"
    file.write_text(record, "utf-8")
    return subprocess.run(
        [sys.executable, "-I", str(FILE), str(file)], capture_output=True, text=True, check=False
    )


def test_verifier_is_short_and_has_no_dependencies() -> None:
    source = FILE.read_text("utf-8")
    assert len(source.splitlines()) <= 180
    assert imported_by(source) <= sys.stdlib_module_names


@pytest.mark.parametrize("name", RECORDS)
def test_fair_record_is_reported_as_fair(name: str, tmp_path: Path) -> None:
    done = run(json.dumps(RECORDS[name]), tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Fair by version")


def flipped(value: Any) -> Any:
    """Return another value of the same type."""
    if isinstance(value, list):
        first = next(number for number, one in enumerate(value) if one is not None)
        return [*value[:first], flipped(value[first]), *value[first + 1 :]]
    origins = {"revealed": "derived", "derived": "revealed", "replaced": "derived"}
    return origins.get(value) or ("1" if value[0] == "0" else "0") + value[1:]


CHANGED = [
    *(("version 1", key) for key in ("commitment", "secret", "nonces")),
    *(("version 2", key) for key in ("commitments", "secrets", "nonces", "hashes", "origins")),
    *(("version 3", key) for key in ("secrets", "nonces", "origins", "salts")),
]


@pytest.mark.parametrize(("name", "key"), CHANGED)
def test_any_changed_value_is_reported_as_unfair(name: str, key: str) -> None:
    data: Json = deepcopy(RECORDS[name])
    data["fairness"][key] = flipped(data["fairness"][key])
    with pytest.raises(SystemExit, match="Not fair"):
        verify(data)


@pytest.mark.parametrize("name", RECORDS)
def test_other_seed_is_reported_as_unfair(name: str) -> None:
    with pytest.raises(SystemExit, match="seed does not follow"):
        verify({**RECORDS[name], "seed": "00" * 32})


@pytest.mark.parametrize("name", ["version 1", "version 2"])
def test_chosen_seats_are_reported_as_unfair(name: str) -> None:
    data: Json = deepcopy(RECORDS[name])
    data["fairness"]["turned"] = "aformermatch"
    with pytest.raises(SystemExit, match="seats were not turned"):
        verify(data)


def test_agreed_seats_are_accepted() -> None:
    data: Json = deepcopy(RECORDS["a rematch"])
    del data["fairness"]["turned"]
    data["fairness"]["agreed"] = True
    assert verify(data) == (2, "agreed by the players, not drawn")


@pytest.mark.parametrize("vector", [pytest.param(one, id=one["name"]) for one in VECTORS])
def test_documented_records_are_judged_as_documented(vector: Json) -> None:
    """Other implementations are tested against the same file."""
    answer = judge(json.dumps(vector["record"]), ALL_RULES, Requested(verify=True))
    assert answer["error"] is not None
    passes = re.search("isn’t over|outcome", answer["error"]["reason"])
    assert bool(passes) == vector["fair"], "only moves and outcome are missing"
    if vector["fair"]:
        assert verify(vector["record"])[1] == vector["seats"]
    else:
        with pytest.raises(SystemExit, match="Not fair"):
            verify(vector["record"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "usage: python3 verify.py record.json"),
        (["--help"], "usage: python3 verify.py record.json"),
        (["nowhere.json"], "[Errno 2] No such file or directory: 'nowhere.json'"),
    ],
)
def test_wrong_arguments_are_explained(arguments: list[str], said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-I", str(FILE), *arguments], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr.strip()) == (1, said)


@pytest.mark.parametrize("record", ["", "[]", "{}", '{"fairness": {"nonces": [5]}}', "[" * 100_000])
def test_invalid_record_is_reported(record: str, tmp_path: Path) -> None:
    done = run(record, tmp_path)
    assert done.returncode == 1
    assert done.stderr.strip() == "This is no record of a finished match."
