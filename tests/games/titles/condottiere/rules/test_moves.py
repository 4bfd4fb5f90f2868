"""Bad moves and illegal moves (spec: Moves)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.refusals import Refusal
from games.engine.replay import play_one
from tests.helpers.condottiere import battle


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({"type": "choose"}, "bad-move"),
        ({"type": "choose", "city": None}, "bad-move"),
        ({"type": "choose", "city": "pisa"}, "bad-move"),
        ({"type": "choose", "city": ["parma"]}, "bad-move"),
        ({"type": "choose", "city": 0}, "bad-move"),
        ({"type": "play"}, "bad-move"),
        ({"type": "play", "card": None}, "bad-move"),
        ({"type": "play", "card": "m7"}, "bad-move"),
        ({"type": "play", "card": {"m1": 1}}, "bad-move"),
        ({"type": "play", "card": "scarecrow", "take": "m7"}, "bad-move"),
        ({"type": "play", "card": "scarecrow", "take": True}, "bad-move"),
        ({"type": "play", "card": "m1", "take": ["m1"]}, "bad-move"),
        ({"type": "surrender"}, "bad-move"),
        ({"type": "play", "card": "scarecrow", "take": "drum"}, "illegal-move"),
        ({"type": "play", "card": "m1", "take": "m1"}, "illegal-move"),
        ({"type": "play", "card": "m2"}, "illegal-move"),
        ({"type": "keep"}, "illegal-move"),
        ({"type": "choose", "city": "roma"}, "illegal-move"),
    ],
    ids=repr,
)
def test_invalid_and_illegal_moves_have_their_codes(move: Any, code: str) -> None:
    table = battle("m1 | m1 | m1")
    with pytest.raises(Refusal) as refused:
        play_one(table.position, table.record, 1, {"seat": 0, **move})
    assert refused.value.code == code


def test_null_take_counts_as_missing() -> None:
    table = battle("scarecrow | m1 | m1")
    play_one(
        table.position,
        table.record,
        1,
        {"seat": 0, "type": "play", "card": "scarecrow", "take": None},
    )
    assert table["armies"] == [["scarecrow"], [], []]
