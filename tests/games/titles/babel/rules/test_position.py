"""Given positions: defaults, missing decks and refusals."""

from typing import Any

import pytest

from games.engine.chance import Chance
from games.engine.contract import Json
from games.engine.piles import without
from games.engine.refusals import BadPosition
from games.titles.babel.rules.cards import SITES, TEMPLE_CARDS, TRIBE_CARDS, TRIBES
from games.titles.babel.rules.position import Babel
from tests.games.titles.babel.rules.tables import cards, load, site
from tests.helpers.sentences import says_what_is_wrong


def test_missing_keys_take_defaults() -> None:
    position = load({})
    position.check()
    dumped = position.dump()
    assert sorted(dumped.pop("temple_deck")) == sorted(TEMPLE_CARDS)
    assert sorted(dumped.pop("tribe_deck")) == sorted(TRIBE_CARDS)
    assert dumped == {
        "turn": 0,
        "phase": "actions",
        "due": 0,
        "migrated": False,
        "end_phase": False,
        "duty": [False, False],
        "stones": ["quarry", "quarry"],
        "hands": [[], []],
        "rows": [[], []],
        "sites": {name: {"tribes": [[], []], "temples": [[], []]} for name in SITES},
        "known": 0,
        "tribe_discard": [],
    }


def test_site_may_omit_tribes_or_temples() -> None:
    position = load(
        {"sites": {"mede": {"tribes": [["mede"], []]}, "hittite": {"temples": [[], [1]]}}}
    )
    assert position.dump_sites()["mede"] == site("M")
    assert position.dump_sites()["hittite"] == site(their=[1])


def test_null_takes_default() -> None:
    nothing = load({})
    assert load(dict.fromkeys(nothing.dump())).dump() == nothing.dump()
    assert load({"sites": dict.fromkeys(SITES)}).dump() == nothing.dump()
    given = {"mede": {"tribes": None, "temples": [[], [1]]}, "hittite": None}
    assert load({"sites": given}).dump_sites()["mede"] == site(their=[1])


def test_missing_decks_are_shuffled_from_unmentioned_cards() -> None:
    seed = b"\x07" * 32
    given: Any = {
        "hands": [cards("MM"), cards("S")],
        "rows": [[5], [4]],
        "sites": {"mede": site("PA", "H", [1], [2, 3])},
        "tribe_discard": ["mede"],
    }
    chance = Chance(seed, 0)
    temple_deck = chance.shuffle(without(TEMPLE_CARDS, [5, 4, 1, 2, 3]))
    tribe_deck = chance.shuffle(without(TRIBE_CARDS, cards("MMSPAHM")))
    position = Babel.load(given, 2, {}, Chance(seed, 0))
    assert position.temple_deck == temple_deck
    assert position.tribe_deck == tribe_deck
    given["temple_deck"] = [6]
    only = Babel.load(given, 2, {}, Chance(seed, 0))
    assert only.temple_deck == [6]
    assert only.tribe_deck == Chance(seed, 0).shuffle(tribe_deck)


def test_unmentioned_cards_are_out_of_game_when_both_decks_are_given() -> None:
    position = load({"temple_deck": [6, 5], "tribe_deck": ["mede"]})
    position.check()
    assert position.temple_deck == [6, 5]
    assert position.tribe_deck == ["mede"]


def test_given_position_is_not_changed_before_first_move() -> None:
    position = load(
        {
            "hands": [["mede"], []],
            "sites": {"mede": site(my=[6]), "persian": site(my=[6]), "hittite": site(my=[6])},
        }
    )
    assert position.hands == [["mede"], []]
    assert position.totals == [18, 0]
    assert position.outcome() is None


def test_given_position_may_be_in_the_middle_of_a_halving() -> None:
    position = load({"phase": "halve", "due": 2, "turn": 1, "hands": [cards("MSH"), []]})
    assert position.to_move() == (0,)
    assert len(position.moves(0)) == 3


def each(key: str, *values: Any) -> list[Json]:
    """Return positions with each of the values under the key."""
    return [{key: value} for value in values]


ANY_PAIR: tuple[Any, ...] = ([], [[]], [[], [], []], {}, "mede", 3, [None, []], [[], {}])
REFUSED: dict[str, list[Any]] = {
    "no object": [[], "x", 3, None],
    "an unknown key": [{"deck": []}, {"seed": 1}, {"Turn": 0}, {"deck": None}],
    "turn": each("turn", 2, -1, True, False, "0", 0.0, []),
    "phase": each("phase", "over", "end", "", 0, [], {}),
    "due": each("due", -1, True, "1", 1.0),
    "migrated": each("migrated", 0, 1, "true"),
    "end_phase": each("end_phase", 0, 1, "true"),
    "duty": each("duty", [], [False], [False] * 3, [0, 0], {}, False),
    "stones": each(
        "stones",
        ["quarry"],
        ["quarry"] * 3,
        ["babel", "quarry"],
        [None, "mede"],
        "quarry",
        [[], []],
    ),
    "hands": each("hands", *ANY_PAIR, [["x"], []], [[1], []], [["quarry"], []]),
    "rows": each("rows", *ANY_PAIR, [[0], []], [[7], []], [["1"], []], [[True], []], [[1.0], []]),
    "sites": each(
        "sites", [], "mede", {"quarry": {}}, {"babel": {}}, {"babel": None}, {"mede": []}
    ),
    "within a site": [
        *({"sites": {"mede": inside}} for inside in each("tribes", *ANY_PAIR, [["x"], []])),
        *(
            {"sites": {"mede": inside}}
            for inside in each("temples", *ANY_PAIR, [[0], []], [[True], []], [[7], []])
        ),
        {"sites": {"mede": {"stones": []}}},
        {"sites": {"mede": {"stones": None}}},
    ],
    "temple_deck": each("temple_deck", {}, [0], [7], [True], ["1"], 3),
    "tribe_deck": each("tribe_deck", {}, ["quarry"], [1], "mede", [None]),
    "tribe_discard": each("tribe_discard", {}, ["quarry"], [1], "mede"),
    "known": each("known", -1, True, "0", 0.0, 46),
    "known above the deck": [{"temple_deck": [1, 2], "known": 3}, {"rows": [[6], []], "known": 45}],
    "temples that do not rise": [
        {"sites": {"mede": site(my=temple)}} for temple in ([1, 1], [2, 1], [1, 2, 4, 3])
    ],
    "too many tribe cards": [
        {"hands": [["mede"] * 13, []]},
        {"hands": [["mede"] * 6, ["mede"] * 7]},
        {"hands": [["mede"] * 6, []], "tribe_discard": ["mede"] * 7},
        {"tribe_deck": ["mede"] * 6, "tribe_discard": ["mede"] * 7},
        {"hands": [["mede"] * 12, []], "sites": {"mede": site("", "M")}},
    ],
    "too many temple cards": [
        {"rows": [[6] * 6, []]},
        {"rows": [[6] * 5, []], "sites": {"mede": site(my=[6])}},
        {"rows": [[6] * 3, []], "temple_deck": [6] * 3},
    ],
    "due above the hand": [{"phase": "halve", "due": 2, "hands": [cards("MMM"), cards("M")]}],
    "due above 0 outside halve": [{"due": 1, "hands": [[], cards("MM")]}],
    "due 0 in halve": [{"phase": "halve", "hands": [[], cards("MM")]}],
    "duty with a row other than [1]": [
        {"duty": [True, False], "rows": [row, []], "hands": [cards("MM"), []]}
        for row in ([], [2], [1, 1], [2, 1])
    ]
    + [{"duty": [False, True], "rows": [[1], []]}],
    "duty past doing": [
        {"duty": [True, False], "rows": [[1], []], "hands": [cards("M"), []]},
        {"duty": [True, False], "rows": [[1], []], "stones": ["mede", "quarry"]},
        {
            "duty": [True, False],
            "rows": [[1], []],
            "hands": [cards("MM"), []],
            "sites": {"mede": site(my=[1])},
        },
        {
            "duty": [False, True],
            "rows": [[], [1]],
            "sites": {name: site(their=[2]) for name in TRIBES},
        },
    ],
}


@pytest.mark.parametrize(
    "given", [pytest.param(g, id=f"{why}: {g}"[:80]) for why, gs in REFUSED.items() for g in gs]
)
def test_invalid_position_is_refused(given: Any) -> None:
    with pytest.raises(BadPosition) as refused:
        load(given)
    assert says_what_is_wrong(refused.value)


def test_position_using_every_card_is_accepted() -> None:
    load({"hands": [["mede"] * 6, ["mede"] * 5], "sites": {"mede": site("", "M")}}).check()
    load({"rows": [[6] * 5, []], "known": 40}).check()
    load({"phase": "halve", "due": 1, "hands": [[], ["mede"]]}).check()


def test_position_may_leave_duty_to_seat_that_has_not_drawn() -> None:
    load({"duty": [False, True], "rows": [[], [1]]}).check()
