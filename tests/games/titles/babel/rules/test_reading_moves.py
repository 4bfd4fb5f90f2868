"""Moves as records write them: bad moves and illegal moves."""

from typing import Any

import pytest

from games.engine.refusals import BadMove
from games.titles.babel.rules.moves import read_move
from tests.games.titles.babel.rules.tables import code_of, load, refusal_of, site, table, words_of

GOOD: list[dict[str, Any]] = [
    {"type": "travel", "tribe": "assyrian"},
    {"type": "settle", "tribe": "hittite"},
    {"type": "build", "row": 1},
    {"type": "migrate", "from": "hittite", "to": "sumerian"},
    {"type": "power", "power": "raze", "run": 0},
    {"type": "power", "power": "steal"},
    {"type": "power", "power": "bribe", "run": 3},
    {"type": "power", "power": "expel", "run": 0, "tribe": "mede"},
    {"type": "power", "power": "skip", "run": 0, "row": 1},
    {"type": "power", "power": "halve", "run": 2},
    {"type": "discard", "tribe": "mede"},
    {"type": "end"},
]


@pytest.mark.parametrize("data", GOOD, ids=str)
def test_move_dump_equals_its_input(data: dict[str, Any]) -> None:
    assert read_move(data, 2).dump() == data
    assert hash(read_move(data, 2)) == hash(read_move(dict(data), 2))


ILL_TYPED: list[Any] = [None, True, "", "quarry", 2, -1, 1.0, [], {}, ["mede"]]


@pytest.mark.parametrize("data", GOOD, ids=str)
def test_missing_or_ill_typed_field_is_a_bad_move(data: dict[str, Any]) -> None:
    for field in data.keys() - {"type", "run"}:
        left_out = {name: value for name, value in data.items() if name != field}
        with pytest.raises(BadMove):
            read_move(left_out, 2)
        for value in ILL_TYPED:
            with pytest.raises(BadMove):
                read_move({**data, field: value}, 2)


@pytest.mark.parametrize("run", [True, False, "0", 0.0, [], {}])
def test_ill_typed_run_is_a_bad_move(run: Any) -> None:
    with pytest.raises(BadMove):
        read_move({"type": "power", "power": "raze", "run": run}, 2)


def test_extra_fields_of_moves_are_ignored() -> None:
    for data in GOOD:
        extra = {"at": "now", "think": 3, "seat": 0}
        if data.get("power") not in ("expel", "skip"):
            extra.update({name: 7 for name in ("tribe", "row") if name not in data})
        assert read_move({**extra, **data}, 2).dump() == data


def test_unknown_move_types_and_powers_are_bad_moves() -> None:
    position = table()
    for type in ("draw", "pass", "", "End"):
        assert code_of(position, type) == "bad-move"
    assert code_of(position, "power", power="destroy", run=0) == "bad-move"


@pytest.mark.parametrize("seat", [2, -1, True, "0", None, 0.0])
def test_invalid_seat_is_a_bad_move(seat: Any) -> None:
    refusal = refusal_of(table(), {"type": "end", "seat": seat})
    assert refusal is not None
    assert refusal.code == "bad-move"


def test_bad_move_precedes_wrong_turn_and_illegal_move() -> None:
    position = table()
    assert code_of(position, "travel", seat=1, tribe="x") == "bad-move"
    assert code_of(position, "travel", seat=1, tribe="mede") == "not-your-turn"
    assert code_of(position, "travel", seat=0, tribe="mede") == "illegal-move"


# --- Every refusal is one clear sentence.


def test_refusals_explain_illegal_moves() -> None:
    position = table(
        ("MH", "M"),
        sites={"hittite": site("SSSHHHPPPAAA", "", [1, 2], [1]), "mede": site("MM")},
        rows=[[6], []],
    )
    words = [
        words_of(position, "travel", tribe="persian"),
        words_of(position, "travel", tribe="hittite"),
        words_of(position, "migrate", from_="mede", to="hittite"),
        words_of(position, "migrate", from_="hittite", to="hittite"),
        words_of(position, "build", row=0),
        words_of(position, "build", row=1),
        words_of(position, "discard", tribe="mede"),
        words_of(position, "power", power="bribe", run=0),
        words_of(position, "power", power="steal", run=3),
        words_of(position, "power", power="halve", run=3),
        words_of(position, "power", power="expel", run=0, tribe="mede"),
    ]
    assert len(set(words)) == len(words)
    assert all(word.endswith(".") for word in words)
    assert words_of(position, "power", power="skip", run=6, row=0) == words_of(
        position, "build", row=0
    )


def test_refusals_explain_quarry_first_turn_and_halving() -> None:
    quarry = load({"hands": [["mede"], []]})
    assert "quarry" in words_of(quarry, "settle", tribe="mede")
    owed = table(("M", ""), duty=[True, True], rows=[[1], [1]], sites={"mede": site()})
    assert "first turn" in words_of(owed, "end")
    assert "first turn" in words_of(owed, "travel", tribe="mede")
    assert "starting card" in words_of(owed, "build", row=1)
    halved = load({"phase": "halve", "due": 1, "hands": [[], ["mede"]]})
    assert "halved" in words_of(halved, "end")
    assert "don’t have" in words_of(halved, "discard", tribe="assyrian")


def test_refusals_name_missing_cards() -> None:
    position = table(sites={"hittite": site("HHH", "", [1, 2, 3], [4])}, rows=[[4], []])
    assert "too few" in words_of(position, "build", row=0)
    assert "too few" in words_of(position, "power", power="steal", run=0)
    position = table(("M", "MM"), sites={"hittite": site("AAA", "")}, migrated=True)
    assert "no temple" in words_of(position, "power", power="raze", run=0)
    assert "once" in words_of(position, "migrate", from_="hittite", to="mede")
