"""Every sound a game names is one that pages can make."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.matches.presenters.boards import game_board
from games.titles.registry import all_games

SCRIPT = (Path(__file__).resolve().parents[3] / "static/js/sound.js").read_text(encoding="utf-8")


def names_in(constant: str) -> set[str]:
    found = re.search(rf"const {constant} = [{{\[](.*?)\n? *[}}\]];", SCRIPT, re.DOTALL)
    assert found is not None
    if constant == "SOUNDS":
        return set(re.findall(r"^    (\w+):", found[1], re.MULTILINE))
    return set(re.findall(r'"(\w+)"', found[1]))


@pytest.mark.parametrize("game", [game.slug for game in all_games()])
def test_what_a_game_names_can_be_heard(game: str) -> None:
    named = set(game_board(game).sounds.values())
    assert named
    assert named <= names_in("SOUNDS") & names_in("FIRST")


def test_everything_that_calls_for_somebody_has_a_sound_of_its_own() -> None:
    calls = {"turn", "card", "battle", "round", "end", "message", "low"}
    assert calls <= names_in("SOUNDS")
