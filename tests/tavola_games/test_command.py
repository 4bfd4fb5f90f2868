"""`tavola-referee` answers as `manage.py referee` does, without a site."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command

from games.engine.contract import Json
from tavola_games.command import main
from tests.games.engine.test_referee import GAME, REFUSED_MOVE, REFUSED_RECORD

BATTLE = {"armies": [["m10", "drum"], ["m3"]]}
LINES = "\n".join(json.dumps(record) for record in (GAME, REFUSED_MOVE, REFUSED_RECORD))


def on_the_site(*arguments: str) -> tuple[int, str]:
    out = io.StringIO()
    try:
        call_command("referee", *arguments, stdout=out)
    except SystemExit as left:
        return int(left.code or 0), out.getvalue()
    return 0, out.getvalue()


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        (json.dumps(GAME), []),
        (json.dumps(GAME, indent=1), ["--legal", "--trace", "--view", "1"]),
        (json.dumps(GAME, indent=1), ["--lines"]),
        (LINES, ["--lines", "--legal"]),
        (json.dumps(BATTLE), ["--battle"]),
        ("", ["--award"]),
    ],
)
def test_command_gives_same_output_and_status_as_site(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, arguments: list[str]
) -> None:
    file = tmp_path / "asked.json"
    file.write_text(text, "utf-8")
    status = main([*arguments, str(file)])
    assert (status, capsys.readouterr().out) == on_the_site(*arguments, str(file))


def test_random_games_equal_those_of_site(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--random", "2", "--game", "babel", "--seed", "s"]
    assert main(arguments) == 0
    here, there = json.loads(capsys.readouterr().out), json.loads(on_the_site(*arguments)[1])
    assert untimed(here) == untimed(there)


def untimed(answer: Json) -> Json:
    return {key: value for key, value in answer.items() if "second" not in key}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--random", "1", "--game", "mikado"], "There is no game “mikado” here."),
        (["--random", "1", "--game", "babel", "--seats", "7"], "Babel needs 2 seats."),
        (["--random", "1", "--options", "{"], "This isn’t JSON."),
        (["nowhere.json"], "nowhere.json cannot be read."),
    ],
)
def test_invalid_arguments_are_reported_in_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert main(arguments) == 1
    assert capsys.readouterr() == ("", f"tavola-referee: {said}\n")
