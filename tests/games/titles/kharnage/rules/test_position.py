"""Given positions: defaults and refusals."""

import json
from random import Random
from typing import Any

import pytest

from games.engine.chance import Chance
from games.engine.refusals import BadPosition, Refusal
from games.titles.kharnage.rules.cards import ARMIES
from games.titles.kharnage.rules.position import Kharnage
from tests.games.titles.kharnage.rules.tables import (
    attack,
    battle,
    load,
    names,
    plan_all,
    random_moves,
    table,
    toy_cards,
)
from tests.helpers.sentences import says_what_is_wrong

CARDS = toy_cards(generals=({"id": "boss", "line": "back", "defence": 3, "icons": []},))
PLAIN = {"armies": ["human", "orc"], "hands": [["human-plan"], ["orc-plan"]]}


def lay(**given: Any) -> Kharnage:
    return load({**PLAIN, **given}, CARDS)


def front(*cards: Any, line: str = "front") -> list[Any]:
    """Lines with these cards in seat 0's."""
    return [{line: [{"card": card} if isinstance(card, str) else card for card in cards]}, {}]


# --- Defaults.


def test_missing_keys_give_empty_table_in_round_one() -> None:
    dumped = lay().dump()
    empty: dict[str, list[Any]] = {"front": [], "center": [], "back": []}
    assert dumped == {
        "round": 1,
        "phase": "plan",
        "turn": None,
        "armies": ["human", "orc"],
        "hands": [["human-plan"], ["orc-plan"]],
        "generals": [[], []],
        "plans": [None, None],
        "lines": [empty, empty],
        "reserves": [[], []],
        "piles": [[], []],
        "kills": [[], []],
        "points": [0, 0],
        "kharnage": [0, 0],
        "pending": None,
    }


def test_null_takes_default() -> None:
    nothing = dict.fromkeys(
        ("round", "phase", "turn", "generals", "plans", "lines", "reserves", "piles", "pending")
    )
    assert lay(**nothing).dump() == lay().dump()
    lines = [{"front": None, "back": [{"card": "human-mage", "web": None}]}, {}]
    assert names(lay(lines=lines), 0) == "mage"


def test_missing_armies_come_from_the_option() -> None:
    position = load({"hands": [[], ["orc-plan"]]}, CARDS, armies=["human", "orc"])
    assert [army.id for army in position.armies] == ["human", "orc"]


def test_missing_armies_are_dealt_without_the_option() -> None:
    dealt = Chance(bytes(32), 0).shuffle(ARMIES)
    hands = [[f"{dealt[0]}-plan"], []]
    position = load({"hands": hands}, CARDS)
    assert [army.id for army in position.armies] == dealt[:2]


def test_given_position_is_not_changed_before_first_move() -> None:
    position = lay(kills=[["orc-grunt"], []], piles=[["human-bow"], []], round=4)
    assert position.dump()["kills"] == [["orc-grunt"], []]
    assert position.dump()["piles"] == [["human-bow"], []]
    assert position.outcome() is None


# --- Refused.

WEB = {"card": "human-grunt", "web": True}
REFUSED: dict[str, Any] = {
    "unknown keys": {"hill": 1},
    "round 0": {"round": 0},
    "round 5": {"round": 5},
    "round true": {"round": True},
    "an unknown phase": {"phase": "war"},
    "a phase that is no name": {"phase": 3},
    "a phase over": {"phase": "over"},
    "another phase without what is pending": {"phase": "destroy", "turn": 0},
    "a turn at plan": {"turn": 0},
    "something pending at plan": {"pending": {}},
    "armies of the wrong length": {"armies": ["human"]},
    "an unknown army": {"armies": ["human", "elf"]},
    "an army twice": {"armies": ["human", "human"]},
    "hands of the wrong length": {"hands": [["human-plan"]]},
    "a hand that is no list": {"hands": ["human-plan", []]},
    "a strategy of another army": {"hands": [["orc-plan"], []]},
    "an initiative-0 card in hand": {"hands": [["human-0"], ["orc-plan"]]},
    "a strategy twice": {"hands": [["human-plan", "human-plan"], []]},
    "a unit in hand": {"hands": [["human-grunt"], []]},
    "no seat with a strategy": {"hands": [[], []]},
    "no hands": {"hands": None},
    "a plan not in hand": {"plans": ["human-later", None]},
    "a plan of initiative 0": {"plans": ["human-0", None]},
    "a plan that is no name": {"plans": [1, None]},
    "all plans in": {"plans": ["human-plan", "orc-plan"]},
    "all plans in, one seat having none": {
        "hands": [["human-plan"], []],
        "plans": ["human-plan", None],
    },
    "a card of another army in line": {"lines": front("orc-grunt")},
    "a card in the wrong line": {"lines": front("human-bow")},
    "an unknown card": {"lines": front("human-king")},
    "a strategy in line": {"lines": front("human-plan")},
    "an unknown line": {"lines": front("human-grunt", line="flank")},
    "a line that is no list": {"lines": [{"front": "human-grunt"}, {}]},
    "a line that is false": {"lines": [{"front": False}, {}]},
    "lines that are lists": {"lines": [[], []]},
    "a card without its object": {"lines": [{"front": ["human-grunt"]}, {}]},
    "a card with an odd key": {"lines": front({"card": "human-grunt", "damage": 1})},
    "a web that is a number": {"lines": front({"card": "human-grunt", "web": 1})},
    "three webs": {"lines": front(WEB, WEB, WEB)},
    "more copies than exist": {"lines": front(*["human-grunt"] * 10)},
    "more copies here and there": {
        "lines": front(*["human-grunt"] * 5),
        "reserves": [["human-grunt"] * 4, []],
        "kills": [[], ["human-grunt"]],
    },
    "a general twice": {"generals": [["human-boss"], []], "piles": [["human-boss"], []]},
    "a unit among the generals": {"generals": [["human-grunt"], []]},
    "a general in reserve": {"reserves": [["human-boss"], []]},
    "a reserve of another army": {"reserves": [["orc-grunt"], []]},
    "a pile of another army": {"piles": [["orc-grunt"], []]},
    "own cards among the kills": {"kills": [["human-grunt"], []]},
    "kills of an army nobody plays": {"kills": [["dwarf-grunt"], []]},
    "negative points": {"points": [-1, 0]},
    "points that are true": {"points": [True, 0]},
    "negative tokens": {"kharnage": [0, -1]},
    "points of the wrong length": {"points": [0]},
}


@pytest.mark.parametrize("what", REFUSED)
def test_invalid_position_is_refused(what: str) -> None:
    with pytest.raises(BadPosition) as refused:
        lay(**REFUSED[what])
    assert says_what_is_wrong(refused.value)


NO_OBJECTS: list[Any] = [[], 7, "plan"]


def test_position_that_is_not_an_object_is_refused() -> None:
    for data in NO_OBJECTS:
        with pytest.raises(BadPosition):
            load(data, CARDS)


def test_position_with_armies_other_than_the_option_is_refused() -> None:
    with pytest.raises(BadPosition):
        load(PLAIN, CARDS, armies=["orc", "human"])


# --- Our own dumps in mid-turn.


def test_position_of_every_phase_survives_dump_and_load() -> None:
    seen = set()
    for number in range(12):
        for position, _, _, _ in random_moves(number, 3, cheer="manual"):
            dumped = json.loads(json.dumps(position.dump()))
            loaded = load(dumped, seats=3, cheer="manual")
            assert loaded.dump() == dumped
            seen.add(position.phase)
    phases = {"plan", "reinforce", "target", "destroy", "magic", "throw", "web", "cheer"}
    assert seen == phases


def test_finished_position_is_refused() -> None:
    position = table("", "", round=4)
    plan_all(position)
    with pytest.raises(BadPosition):
        load(position.dump(), toy_cards())


@pytest.mark.parametrize(
    "change",
    [
        {"turn": None},
        {"turn": 1},
        {"turn": 2},
        {"pending": None},
        {"pending": {}},
        {"pending": []},
        {"phase": "plan"},
        {"phase": "target"},
        {"phase": "magic"},
        {"phase": "throw"},
        {"phase": "web"},
        {"phase": "reinforce"},
        {"phase": "cheer"},
        {"plans": [None, "orc-plan"]},
        {"hands": [["human-plan"], ["orc-later"]]},
        {"lines": [{}, {}]},
    ],
)
def test_inconsistent_dump_is_refused(change: Any) -> None:
    position = battle("grunt", "grunt grunt", rows="melee melee")
    attack(position, 1)
    with pytest.raises(BadPosition):
        load({**position.dump(), **change}, toy_cards(("melee melee",)))


JUNK: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    2,
    99,
    "",
    "melee",
    "human-grunt",
    [],
    {},
    [0],
    [[1, 1]],
]


def test_corrupted_dump_is_refused_or_playable() -> None:
    """Whatever `pending` says: a refusal or a sound position, never anything else."""
    rng = Random(5)
    for number in range(3):
        for position, _, _, _ in random_moves(number, 3, cheer="manual"):
            spoilt = json.loads(json.dumps(position.dump()))
            _spoil(spoilt if rng.random() < 0.3 else spoilt["pending"] or spoilt, rng)
            try:
                loaded = load(spoilt, seats=3, cheer="manual")
            except Refusal:
                continue
            loaded.check()
            _play_on(loaded, rng)


def _spoil(value: Any, rng: Random) -> None:
    while True:
        key = rng.choice(list(value) if isinstance(value, dict) else range(len(value)))
        if isinstance(value[key], (dict, list)) and value[key] and rng.random() < 0.7:
            value = value[key]
            continue
        value[key] = rng.choice(JUNK)
        return


def _play_on(position: Kharnage, rng: Random) -> None:
    for step in range(30):
        asked = position.to_move()
        if not asked:
            return
        seat = rng.choice(asked)
        position.play(seat, rng.choice(position.moves(seat)), Chance(bytes(32), step))
        position.check()
