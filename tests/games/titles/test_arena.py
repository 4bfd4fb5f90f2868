"""The arena counts right, and in it `normal` beats `easy`."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.engine.confidence import wilson


def arena(**options: object) -> dict:
    out = StringIO()
    call_command("arena", json=True, stdout=out, **options)
    return json.loads(out.getvalue())


def test_normal_beats_easy() -> None:
    normal, easy = arena(seats="normal,easy", games=120, seed=7)["bots"]
    assert normal["games"] == easy["games"] == 120
    assert normal["wins"] + easy["wins"] == 120
    assert normal["rate"] >= 0.7


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_normal_is_above_chance_among_several(seats: int) -> None:
    result = arena(seats=",".join(["normal"] + ["easy"] * (seats - 1)), games=60, seed=7)
    assert result["bots"][0]["low"] > 1 / seats


def test_the_same_seed_gives_the_same_games() -> None:
    options = json.dumps({"taking_cities": True})
    first, second = (arena(seats="normal,easy,easy", games=6, options=options) for _ in range(2))
    assert first["mean_moves"] == second["mean_moves"]
    assert [bot["wins"] for bot in first["bots"]] == [bot["wins"] for bot in second["bots"]]


def test_games_are_rounded_up_so_that_everyone_sits_everywhere() -> None:
    assert arena(seats="easy,easy,easy", games=10)["games"] == 12


def test_prints_a_table() -> None:
    out = StringIO()
    call_command("arena", seats="easy,easy", games=2, stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[0].startswith("condottiere, 2 seats, 2 games")
    assert len(lines) == 4


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": "normal,godlike"},
        {"seats": "easy"},
        {"game": "chess"},
        {"options": "{"},
        {"options": '{"luck": true}'},
        {"games": 0},
    ],
)
def test_says_what_is_wrong(wrong: dict) -> None:
    with pytest.raises(CommandError):
        call_command("arena", **wrong)


def test_wilson_is_the_textbook_interval() -> None:
    low, high = wilson(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.49, 0.943)
    assert wilson(0, 0) == (0.0, 1.0)
