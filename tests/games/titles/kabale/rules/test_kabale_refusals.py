"""Refused positions and moves (spec: Position; Moves)."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from games.engine.chance import Chance
from games.engine.contract import Effect, Json
from games.engine.refusals import BadMove, BadPosition, IllegalMove, NotYourTurn, Refusal
from games.engine.replay import read_move
from games.titles.kabale.rules.cards import CARDS, GOALS, Goal
from games.titles.kabale.rules.position import Kabale
from tests.helpers.sentences import says_what_is_wrong

GOOD: dict[str, Any] = {
    "columns": [
        {
            "goal": ["music", 3],
            "cards": [{"seat": 1, "card": "cloak"}, {"seat": 0, "card": "king"}],
        },
        {"goal": ["trade", 3], "cards": [{"seat": 1, "card": "traitor"}]},
    ],
    "hands": [["queen"], ["witch"]],
}


def load(data: dict[str, Any], seats: int = 2) -> Kabale:
    return Kabale.load(data, seats, {}, Chance(bytes(32), 0))


def with_(path: str, value: object) -> dict[str, Any]:
    """GOOD with the value at a path like "columns.0.goal"; ... takes it out."""
    data = copy.deepcopy(GOOD)
    *way, last = [int(key) if key.isdecimal() else key for key in path.split(".")]
    place: Any = data
    for key in way:
        place = place[key]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return data


def test_missing_keys_take_defaults() -> None:
    dump = load(GOOD).dump()
    assert (dump["round"], dump["phase"], dump["turn"], dump["pending"]) == (1, "place", 0, None)
    assert dump["discards"] == dump["won"] == [[], []]
    assert dump["columns"][0] == {
        "goal": ["music", 3],
        "storm": False,
        "cards": [
            {"seat": 1, "card": "cloak", "up": True, "cloaked": False},
            {"seat": 0, "card": "king", "up": True, "cloaked": False},
        ],
    }


def test_missing_stacks_and_goals_are_shuffled_from_unmentioned() -> None:
    position = load(GOOD)
    chance = Chance(bytes(32), 0)
    assert position.stacks == [
        chance.shuffle(sorted(set(CARDS) - {"queen", "king"})),
        chance.shuffle(sorted(set(CARDS) - {"witch", "cloak", "traitor"})),
    ]
    assert len(position.goals) == 10
    assert position.goals == chance.shuffle(position.goals + box(position))[-10:]


def box(position: Kabale) -> list[Goal]:
    """Return the goals that are neither open nor to come."""
    rest = list(GOALS)
    for goal in [*position.goals, *position.known_goals()]:
        rest.remove(goal)
    return rest


def test_missing_goals_are_shuffled_alone_when_stacks_are_given() -> None:
    position = load({**GOOD, "stacks": [[], []]})
    shuffled = Chance(bytes(32), 0).shuffle(position.goals + box(position))
    assert position.goals == shuffled[-10:]


def test_given_stacks_may_lack_cards() -> None:
    assert load({**GOOD, "stacks": [["giant"], []]}).stacks == [["giant"], []]


def test_given_position_draws_nothing_before_first_move() -> None:
    assert load({**GOOD, "round": 6}).dump()["goals"] == []
    assert load(GOOD).hands == [["queen"], ["witch"]]


def test_cloak_and_swap_phases_can_be_given() -> None:
    cloak = load({**GOOD, "phase": "cloak", "pending": {"seat": 1, "column": 0}})
    assert cloak.to_move() == (1,)
    swap = load({**GOOD, "phase": "swap", "pending": {"seat": 1, "column": 1}})
    assert swap.to_move() == (1,)


def test_seat_on_turn_may_have_empty_hand_while_other_decides() -> None:
    data = {**GOOD, "hands": [[], ["witch"]], "phase": "cloak"}
    assert load({**data, "pending": {"seat": 1, "column": 0}}).to_move() == (1,)


GOALS_10 = [["music", 1]] + [
    [area, p] for area in ("alchemy", "religion", "farming") for p in (1, 2, 4)
]

REFUSED = {
    "an unknown key": with_("deck", []),
    "an unknown key of a column": with_("columns.0.owner", 1),
    "an unknown key of a card": with_("columns.0.cards.0.color", 1),
    "an unknown key of pending": {
        **GOOD, "phase": "cloak", "pending": {"seat": 1, "column": 0, "card": "cloak"}
    },
    "round 0": with_("round", 0),
    "round 7": with_("round", 7),
    "round true": with_("round", True),
    "a round of another type": with_("round", "1"),
    "phase over": with_("phase", "over"),
    "an unknown phase": with_("phase", "draw"),
    "a phase of another type": with_("phase", ["place"]),
    "no such seat on turn": with_("turn", 2),
    "turn true": with_("turn", True),
    "no columns": with_("columns", ...),
    "one column too few": with_("columns.1", ...),
    "one column too many": with_("columns", GOOD["columns"] * 2),
    "columns of another type": with_("columns", {"0": 1}),
    "a column of another type": with_("columns.0", []),
    "a column without a goal": with_("columns.0.goal", ...),
    "a column without cards": with_("columns.0.cards", ...),
    "a goal of an unknown area": with_("columns.0.goal", ["love", 3]),
    "a goal of 6 points": with_("columns.0.goal", ["music", 6]),
    "a goal of 0 points": with_("columns.0.goal", ["music", 0]),
    "a goal of true points": with_("columns.0.goal", ["music", True]),
    "a goal of another type": with_("columns.0.goal", "music 3"),
    "a goal with too much": with_("columns.0.goal", ["music", 3, 3]),
    "a storm of another type": with_("columns.0.storm", 1),
    "cards of another type": with_("columns.0.cards", {}),
    "a card of another type": with_("columns.0.cards.0", "king"),
    "a card without a seat": with_("columns.0.cards.0.seat", ...),
    "a card of no seat": with_("columns.0.cards.0.seat", 2),
    "a card without its name": with_("columns.0.cards.0.card", ...),
    "an unknown card": with_("columns.0.cards.0.card", "pawn"),
    "a card of another kind": with_("columns.0.cards.0.card", ["king"]),
    "up of another type": with_("columns.0.cards.0.up", 1),
    "cloaked of another type": with_("columns.0.cards.0.cloaked", 1),
    "hands of the wrong length": with_("hands", [["queen"]]),
    "hands of another type": with_("hands", {"0": ["queen"]}),
    "a hand of another type": with_("hands.1", "witch"),
    "an unknown card in a hand": with_("hands.1", ["pawn"]),
    "the same card twice in a hand": with_("hands.0", ["queen", "queen"]),
    "the same card in hand and column": with_("hands.0", ["king"]),
    "the same card in stack and hand": with_("stacks", [["queen"], []]),
    "the same card in stack and discards": {
        **GOOD, "stacks": [["giant"], []], "discards": [["giant"], []]
    },
    "an unknown card in a stack": with_("stacks", [["pawn"], []]),
    "discards of the wrong length": with_("discards", [[], [], []]),
    "won of the wrong length": with_("won", [[]]),
    "an unknown goal won": with_("won", [[["love", 1]], []]),
    "a goal that is open and won": with_("won", [[["music", 3], ["music", 3]], []]),
    "a goal won twice": with_("won", [[["music", 1]], [["music", 1]]]),
    "a goal won and to come": {**GOOD, "won": [[["music", 1]], []], "goals": GOALS_10},
    "too few goals": with_("goals", GOALS_10[1:]),
    "too many goals": with_("goals", [*GOALS_10, ["fencing", 1]]),
    "goals of another round": {**GOOD, "round": 2, "goals": GOALS_10},
    "goals of another type": with_("goals", "music"),
    "pending in phase place": with_("pending", {"seat": 1, "column": 0}),
    "nobody pending in phase cloak": with_("phase", "cloak"),
    "nobody pending in phase swap": {**GOOD, "phase": "swap", "pending": None},
    "pending of another type": {**GOOD, "phase": "swap", "pending": [1, 1]},
    "pending without a column": {**GOOD, "phase": "swap", "pending": {"seat": 1}},
    "pending in no column": {**GOOD, "phase": "swap", "pending": {"seat": 1, "column": 2}},
    "pending of no seat": {**GOOD, "phase": "swap", "pending": {"seat": 2, "column": 1}},
    "pending without a cloak": {**GOOD, "phase": "cloak", "pending": {"seat": 1, "column": 1}},
    "pending without a traitor": {**GOOD, "phase": "swap", "pending": {"seat": 1, "column": 0}},
    "pending with another's cloak": {**GOOD, "phase": "cloak", "pending": {"seat": 0, "column": 0}},
    "pending with a face-down cloak": {
        **with_("columns.0.cards.0.up", False),
        "phase": "cloak", "pending": {"seat": 1, "column": 0},
    },
    "phase cloak with an empty hand": {
        **GOOD, "phase": "cloak", "pending": {"seat": 1, "column": 0}, "hands": [["queen"], []]
    },
    "a seat on turn without cards": with_("hands", [[], ["witch"]]),
    "no hands at all": with_("hands", ...),
    "every column closed by storms": {
        **GOOD, "columns": [{**column, "storm": True} for column in GOOD["columns"]]
    },
}  # fmt: skip


@pytest.mark.parametrize("key", ["turn", "stacks", "goals"])
def test_null_takes_default(key: str) -> None:
    given = {**GOOD, key: None}
    left_out = {name: value for name, value in GOOD.items() if name != key}
    assert load(given).dump() == load(left_out).dump()


@pytest.mark.parametrize(
    "path", ["columns.0.storm", "columns.0.cards.0.up", "columns.0.cards.0.cloaked"]
)
def test_null_within_a_column_takes_default(path: str) -> None:
    assert load(with_(path, None)).dump() == load(GOOD).dump()


@pytest.mark.parametrize("name", REFUSED)
def test_invalid_position_is_refused(name: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        load(REFUSED[name])
    assert says_what_is_wrong(refusal.value)


def test_unknown_key_within_a_column_is_named() -> None:
    with pytest.raises(BadPosition, match="A column has no “owner”"):
        load(with_("columns.0.owner", 1))


def test_position_with_ten_coming_goals_is_accepted() -> None:
    assert len(load(with_("goals", GOALS_10)).goals) == 10


def test_position_for_six_seats_uses_every_goal() -> None:
    columns = [{"goal": [area, 1], "cards": []} for area in ("music", "trade", "alchemy")]
    columns += [{"goal": [area, 1], "cards": []} for area in ("fencing", "farming", "religion")]
    data = {"columns": columns, "hands": [["king"], [], [], [], [], []]}
    assert len(load(data, 6).goals) == 30
    with pytest.raises(BadPosition):
        load({**data, "won": [[["music", 5]], [], [], [], [], []]}, 6)


# --- Moves.

BAD_MOVES: list[Json] = [
    {"type": "pass"},
    {"type": "place"},
    {"type": "place", "card": "queen"},
    {"type": "place", "column": 0},
    {"type": "place", "card": None, "column": 0},
    {"type": "place", "card": "queen", "column": None},
    {"type": "place", "card": "pawn", "column": 0},
    {"type": "place", "card": ["queen"], "column": 0},
    {"type": "place", "card": "queen", "column": 2},
    {"type": "place", "card": "queen", "column": -1},
    {"type": "place", "card": "queen", "column": True},
    {"type": "place", "card": "queen", "column": 1.0},
    {"type": "place", "card": "queen", "column": "1"},
    {"type": "cloak"},
    {"type": "cloak", "card": "pawn"},
    {"type": "cloak", "card": 0},
    {"type": "cloak", "card": False},
    {"type": "swap"},
    {"type": "swap", "column": 2},
    {"type": "swap", "column": False},
    {"type": "swap", "column": "0"},
    {"type": None},
    {},
]


@pytest.mark.parametrize("data", BAD_MOVES, ids=str)
def test_invalid_move_is_refused(data: Json) -> None:
    with pytest.raises(BadMove) as refusal:
        read_move(load(GOOD), data)
    assert says_what_is_wrong(refusal.value)


def play(position: Kabale, seat: int, data: Json) -> list[Effect]:
    return position.play(seat, read_move(position, data), Chance(bytes(32), 1))


def refuse(error: type[Refusal], position: Kabale, seat: int, data: Json) -> None:
    before = position.dump()
    with pytest.raises(error) as refusal:
        play(position, seat, data)
    assert says_what_is_wrong(refusal.value)
    assert position.dump() == before


def test_seat_that_is_not_to_move_is_refused() -> None:
    refuse(NotYourTurn, load(GOOD), 1, {"type": "place", "card": "witch", "column": 0})


def test_placing_card_not_in_hand_is_illegal() -> None:
    refuse(IllegalMove, load(GOOD), 0, {"type": "place", "card": "witch", "column": 0})


def test_placing_in_column_closed_by_storm_is_illegal() -> None:
    position = load(with_("columns.1.storm", True))
    refuse(IllegalMove, position, 0, {"type": "place", "card": "queen", "column": 1})


def test_move_of_other_phase_is_illegal() -> None:
    refuse(IllegalMove, load(GOOD), 0, {"type": "cloak", "card": None})
    refuse(IllegalMove, load(GOOD), 0, {"type": "swap", "column": None})
    cloak = load({**GOOD, "phase": "cloak", "pending": {"seat": 1, "column": 0}})
    refuse(IllegalMove, cloak, 1, {"type": "place", "card": "witch", "column": 0})
    refuse(IllegalMove, cloak, 1, {"type": "swap", "column": 0})
    refuse(IllegalMove, cloak, 1, {"type": "cloak", "card": "king"})
    refuse(NotYourTurn, cloak, 0, {"type": "cloak", "card": "queen"})


def test_traitor_may_not_swap_with_its_own_column() -> None:
    swap = load({**GOOD, "phase": "swap", "pending": {"seat": 1, "column": 1}})
    refuse(IllegalMove, swap, 1, {"type": "swap", "column": 1})
    refuse(IllegalMove, swap, 1, {"type": "cloak", "card": "witch"})


def test_null_is_a_legal_answer_and_is_dumped() -> None:
    cloak = load({**GOOD, "phase": "cloak", "pending": {"seat": 1, "column": 0}})
    assert cloak.moves(1)[-1].dump() == {"type": "cloak", "card": None}
    swap = load({**GOOD, "phase": "swap", "pending": {"seat": 1, "column": 1}})
    assert swap.moves(1)[-1].dump() == {"type": "swap", "column": None}
    assert swap.moves(1)[0].dump() == {"type": "swap", "column": 0}


def test_extra_keys_of_moves_are_ignored() -> None:
    data = {"type": "place", "card": "queen", "column": 0, "think": 3}
    assert read_move(load(GOOD), data) in load(GOOD).moves(0)
