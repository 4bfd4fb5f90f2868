"""Pages can play every sound that a game names."""

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
def test_every_named_sound_exists(game: str) -> None:
    named = set(game_board(game).sounds.values())
    assert named
    assert named <= names_in("SOUNDS") & names_in("FIRST")


def test_every_call_for_attention_has_own_sound() -> None:
    calls = {"turn", "card", "battle", "round", "end", "message", "low"}
    assert calls <= names_in("SOUNDS")
