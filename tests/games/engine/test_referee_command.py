"""The referee as a command: every flag, every exit status, files and standard input."""

from __future__ import annotations

import errno
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.engine.contract import Json
from games.engine.referee import Requested, judge, play_at_random
from games.titles.registry import ALL_RULES, newest
from tests.games.engine.test_referee import GAME, PLAIN, REFUSED_MOVE, REFUSED_RECORD, answer
from tests.helpers.records import fair_match

ROOT = Path(__file__).resolve().parents[3]


def command(*args: str) -> tuple[int, list[Json]]:
    """Exit status and answers of the command, run in this process."""
    out = io.StringIO()
    try:
        call_command("referee", *args, stdout=out)
        status = 0
    except SystemExit as left:
        status = int(left.code or 0)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> Any:
    def given_text(text: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text)))

    return given_text


@pytest.fixture
def file(tmp_path: Path) -> Any:
    def holding(*values: Any) -> str:
        path = tmp_path / "records.json"
        path.write_bytes(b"\n".join(_as_line(value) for value in values))
        return str(path)

    return holding


def _as_line(value: Any) -> bytes:
    return value if isinstance(value, bytes) else json.dumps(value).encode()


@pytest.mark.parametrize(
    ("record", "status"), [(GAME, 0), (REFUSED_MOVE, 1), (REFUSED_RECORD, 1), (b"", 1)]
)
def test_command_prints_one_answer_and_sets_exit_status(
    file: Any, record: Any, status: int
) -> None:
    left, answers = command(file(record))
    assert (left, len(answers)) == (status, 1)
    assert answers[0] == judge(_as_line(record), ALL_RULES, PLAIN)


def test_command_reads_record_spread_over_several_lines(file: Any) -> None:
    assert command(file(json.dumps(GAME, indent=1).encode())) == (0, [answer(GAME)])


@pytest.mark.parametrize("args", [["-"], []])
def test_command_reads_record_from_standard_input(stdin: Any, args: list[str]) -> None:
    stdin(_as_line(GAME))
    assert command(*args) == (0, [answer(GAME)])


def test_lines_option_answers_each_line_and_skips_blank_ones(file: Any) -> None:
    path = file(b"", GAME, b"   ", REFUSED_MOVE, b"\t\r", b"nonsense", GAME, b"")
    status, answers = command("--lines", path)
    assert status == 1
    assert [one["ok"] for one in answers] == [True, False, False, True]


def test_lines_option_exits_0_when_all_records_are_valid(stdin: Any) -> None:
    stdin(b"\r\n".join([_as_line(GAME)] * 3))
    assert command("--lines") == (0, [answer(GAME)] * 3)
    stdin(b"\n\n")
    assert command("--lines") == (0, [])


@pytest.mark.parametrize("flags", [[], ["--award"], ["--battle"]])
def test_multi_line_record_with_lines_option_gets_hint(file: Any, flags: list[str]) -> None:
    path = file(json.dumps(GAME, indent=1).encode())
    status, answers = command("--lines", path, *flags)
    assert status == 1
    first = answers[0]["error"]
    assert first["code"] == "bad-record"
    assert "--lines wants one record a line" in first["reason"]
    assert "without it" in first["reason"]


def test_file_that_is_not_json_is_refused(file: Any) -> None:
    _status, [answered] = command(file(b"{"))
    assert answered["error"] == {"move": None, "code": "bad-record", "reason": "This isn’t JSON."}


@pytest.mark.parametrize(
    ("flags", "requested"),
    [
        (["--legal"], Requested(legal=True)),
        (["--trace"], Requested(trace=True)),
        (["--view", "0"], Requested(view=0)),
        (["--view", "public"], Requested(view="public")),
        (["--view", "7"], Requested(view=7)),
        (["--legal", "--trace", "--view", "1"], Requested(True, True, 1)),
        (["--verify"], Requested(verify=True)),
    ],
)
def test_flag_adds_its_part_to_the_answer(
    file: Any, flags: list[str], requested: Requested
) -> None:
    expected = answer(GAME, requested)
    assert command(file(GAME), *flags) == (0 if expected["ok"] else 1, [expected])


def test_verify_flag_accepts_fair_match(file: Any) -> None:
    status, [answered] = command(file(fair_match()), "--verify")
    assert status == 0
    assert "outcome" in answered["verified"]


@pytest.mark.parametrize("viewer", ["x", "-1", "1.0", ""])
def test_view_flag_refuses_anything_but_seat_or_public(file: Any, viewer: str) -> None:
    with pytest.raises(CommandError):
        command(file(GAME), f"--view={viewer}")


def test_unreadable_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        command(str(tmp_path / "missing.json"))
    with pytest.raises(CommandError, match="cannot be read"):
        command(str(tmp_path))


@pytest.mark.parametrize(("stream", "name"), [("stdin", "input"), ("stdout", "output")])
def test_closed_standard_stream_is_reported(
    monkeypatch: pytest.MonkeyPatch, stream: str, name: str
) -> None:
    monkeypatch.setattr(sys, stream, None)
    with pytest.raises(CommandError, match=f"Standard {name} is closed"):
        command()


def test_reader_that_has_left_is_reported(file: Any) -> None:
    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    with pytest.raises(CommandError, match="cannot be written: Broken pipe"):
        call_command("referee", file(GAME), stdout=Closed())


BATTLES: list[tuple[Any, list[int], int | None]] = [
    ([["m10", "drum"], ["m3"]], [20, 3], 0),
    ([["m10"], ["heroine"]], [10, 10], None),
    ([[], []], [0, 0], None),
    ([["bishop", "surrender"], ["m1"]], [0, 1], 1),
    ([["scarecrow", "drum", "winter"]], [0], None),
    ([["m10", "m6"], ["m1", "heroine"], ["winter", "drum", "m1"]], [2, 11, 2], 1),
]


@pytest.mark.parametrize(("armies", "strengths", "winner"), BATTLES)
def test_battle_flag_prints_strengths_and_winner(
    file: Any, armies: Any, strengths: list[int], winner: int | None
) -> None:
    expected = {"strengths": strengths, "winner": winner}
    assert command("--battle", file({"armies": armies})) == (0, [expected])


@pytest.mark.parametrize(
    "battle",
    [
        b"",
        b"[NaN]",
        [],
        {},
        None,
        {"armies": None},
        {"armies": []},
        {"armies": {}},
        {"armies": "m1"},
        {"armies": ["m1"]},
        {"armies": [["m7"]]},
        {"armies": [["m1"], None]},
        {"armies": [[1]]},
        {"armies": [[["m1"]]]},
        {"armies": [[True]]},
    ],
    ids=repr,
)
def test_battle_flag_refuses_invalid_armies(file: Any, battle: Any) -> None:
    status, [answered] = command("--battle", file(battle))
    assert status == 1
    assert answered["error"].pop("reason")
    assert answered == {"ok": False, "error": {"code": "bad-record"}}


def test_battle_flag_reads_lines(stdin: Any) -> None:
    lines = [_as_line({"armies": armies}) for armies, _, _ in BATTLES]
    stdin(b"\n\n".join(lines))
    status, answers = command("--battle", "--lines")
    assert status == 0
    assert [one["strengths"] for one in answers] == [strengths for _, strengths, _ in BATTLES]
    stdin(b"\n".join([lines[0], b"{}", lines[1]]))
    status, answers = command("--battle", "--lines")
    assert status == 1
    assert [one.get("ok", True) for one in answers] == [True, False, True]


def test_random_flag_plays_requested_game() -> None:
    flags = ["--random", "3", "--game", "condottiere", "--seats", "3", "--seed", "s"]
    options = ["--options", '{"points": 20}']
    status, [answered] = command(*flags, *options)
    assert status == 0
    assert answered["outcomes"] == {"points": 3}
    expected = play_at_random(newest("condottiere"), 3, 3, {"points": 20}, "s")
    assert answered["moves"] == expected["moves"]


@pytest.mark.parametrize(
    "flags",
    [
        ["--game", "mikado"],
        ["--seats", "9"],
        ["--options", "{"],
        ["--options", "[]"],
        ["--options", "NaN"],
        ["--options", "9" * 5000],
        ["--options", "[" * 100_000],
        ["--options", '{"x": 1}'],
        ["--options", '{"points": 20, "taking_cities": true}'],
    ],
    ids=lambda flags: " ".join(flags)[:40],
)
def test_random_flag_refuses_invalid_game_seats_and_options(flags: list[str]) -> None:
    with pytest.raises(CommandError):
        command("--random", "1", *flags)


@pytest.mark.parametrize("number", ["0", "-1", "1000001", "two"])
def test_random_flag_refuses_impossible_number_of_games(number: str) -> None:
    with pytest.raises(CommandError, match="--random"):
        command("--random", number)


# --- The real command, in a process of its own and with no database to be found.


def shell(*args: str, text: bytes) -> subprocess.CompletedProcess[bytes]:
    nowhere = {**os.environ, "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing"}
    return subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "referee", *args],
        input=text,
        env=nowhere,
        cwd=ROOT,
        capture_output=True,
        check=False,
        timeout=600,
    )


def test_shell_command_answers_lines_and_exits_1_on_errors() -> None:
    done = shell("--lines", "-", text=_as_line(GAME) + b"\n\n\xff\xfe\n" + b"[" * 99_999 + b"\n")
    assert done.stderr == b""
    assert done.returncode == 1
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["ok"] for one in answers] == [True, False, False]


def test_shell_command_exits_0_for_valid_record() -> None:
    done = shell(text=_as_line(GAME))
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout) == answer(GAME)
