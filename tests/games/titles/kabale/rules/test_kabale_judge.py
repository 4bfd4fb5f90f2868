"""`referee --award`: judge which seat wins the goal of a column."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.engine.referee import ask
from games.titles.kabale.rules.award import judge_award


def judge(data: object) -> dict[str, Any]:
    return ask(judge_award, json.dumps(data))


def test_judge_returns_winner_and_sums() -> None:
    cards = [
        {"seat": 0, "card": "king"},
        {"seat": 1, "card": "wizard"},
        {"seat": 1, "card": "double"},
    ]
    assert judge({"goal": ["music", 3], "cards": cards}) == {
        "winner": 1,
        "sums": {"1": 7},
        "left": [1, 2],
        "numbers": [None, 7, None],
    }


def test_judge_gives_empty_column_no_winner() -> None:
    answer = judge({"goal": ["music", 3], "cards": []})
    assert answer == {"winner": None, "sums": {}, "left": [], "numbers": []}


def test_judge_ignores_other_keys() -> None:
    cards = [{"seat": 5, "card": "king", "up": False}]
    assert judge({"goal": ["music", 3], "cards": cards, "note": 1})["winner"] == 5


BAD = [
    "no json",
    [],
    {},
    {"goal": ["music", 3]},
    {"cards": []},
    {"goal": ["music", 6], "cards": []},
    {"goal": ["love", 3], "cards": []},
    {"goal": "music", "cards": []},
    {"goal": ["music", True], "cards": []},
    {"goal": ["music", 3], "cards": {}},
    {"goal": ["music", 3], "cards": ["king"]},
    {"goal": ["music", 3], "cards": [{"seat": 0}]},
    {"goal": ["music", 3], "cards": [{"card": "king"}]},
    {"goal": ["music", 3], "cards": [{"seat": 6, "card": "king"}]},
    {"goal": ["music", 3], "cards": [{"seat": True, "card": "king"}]},
    {"goal": ["music", 3], "cards": [{"seat": 0, "card": "pawn"}]},
    {"goal": ["music", 3], "cards": [{"seat": 0, "card": {}}]},
    {"goal": ["music", 3], "cards": [{"seat": 0, "card": "king"}] * 2},
]


@pytest.mark.parametrize("data", BAD, ids=str)
def test_judge_refuses_invalid_columns(data: object) -> None:
    answer = ask(judge_award, data) if isinstance(data, str) else judge(data)
    assert answer["ok"] is False
    assert answer["error"]["code"] == "bad-record"
    assert answer["error"]["reason"]
