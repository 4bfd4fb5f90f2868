"""The built-in cards meet the needs of the game; unplayable card sets are refused."""

import json
from copy import deepcopy
from typing import Any

import pytest

from games.engine.record import read_record
from games.engine.refusals import BadOptions
from games.engine.replay import replay
from games.titles.kharnage.rules.cards import ARMIES, GENERALS, SIZES
from games.titles.kharnage.rules.cardset import (
    built_in,
    built_in_text,
    check_cards,
    read_cards,
    require_bounded,
)
from games.titles.kharnage.rules.position import KHARNAGE, Kharnage
from tests.games.titles.kharnage.rules.tables import toy_cards, unit
from tests.helpers.sentences import says_what_is_wrong

CARDS = built_in()
INITIATIVES = {s.initiative: s for army in CARDS.armies.values() for s in army.hand}


# --- Our own.


def test_built_in_card_set_is_complete() -> None:
    assert check_cards(json.loads(built_in_text())) == []


def test_card_set_has_137_units_and_5_generals() -> None:
    for id in ARMIES:
        army = CARDS.armies[id]
        assert sum(card.count for card in army.units) == SIZES[id]
        assert len(army.generals) == GENERALS[id]
        assert len(army.strategies) == 7
    assert sum(SIZES.values()) == 137


def test_card_set_has_24_initiatives_in_multiples_of_20() -> None:
    assert len(INITIATIVES) == 24
    assert all(initiative % 20 == 0 for initiative in INITIATIVES)


def test_card_set_has_initiatives_of_rulebook() -> None:
    owners = {160: "dwarf", 220: "goblin", 320: "human", 420: "orc"}
    for initiative, army in owners.items():
        assert INITIATIVES[initiative].army == army
    assert INITIATIVES[220].count("unit") == 5
    assert INITIATIVES[360].count("unit") == 2
    assert INITIATIVES[360].count("general") == 1


def test_strategy_zero_has_only_unit_flags() -> None:
    assert all(set(army.set_up.icons) == {"unit"} for army in CARDS.armies.values())


def test_strategies_attack_at_most_twice_and_few_never() -> None:
    attacks = [s.count("melee") + s.count("ranged") for s in INITIATIVES.values()]
    assert set(attacks) <= {0, 1, 2}
    assert 1 <= attacks.count(0) <= 4


def test_armies_have_enough_general_flags_for_their_generals() -> None:
    for army in CARDS.armies.values():
        assert sum(s.count("general") for s in army.hand) >= len(army.generals)


def has(army: str, icon: str) -> int:
    return sum(card.count for card in CARDS.armies[army].units if icon in card.icons)


def test_armies_have_their_characteristic_skills() -> None:
    assert has("human", "knight") >= 3
    assert has("human", "magic")
    assert has("orc", "trample")
    assert has("goblin", "throw")
    assert has("goblin", "web")
    for skill, army in (("knight", "human"), ("trample", "orc"), ("throw", "goblin")):
        assert not any(has(other, skill) for other in ARMIES if other != army)
    costs = {
        id: sum(card.cost * card.count for card in army.units) / SIZES[id]
        for id, army in CARDS.armies.items()
    }
    assert max(costs, key=costs.__getitem__) == "dwarf"
    assert min(costs, key=costs.__getitem__) == "goblin"


def test_giant_is_the_only_large_unit_with_three_cards() -> None:
    pieces = [card for card in CARDS.armies["orc"].units if card.large]
    assert sum(card.count for card in pieces) == 3
    assert len({card.large for card in pieces}) == 1


def test_card_set_has_card_of_three_attacks_and_reinforcements() -> None:
    icons = ("surprise-melee",) * 3 + ("surprise-reinforce",) * 3
    assert any(card.icons == icons for card in CARDS.cards.values())


# --- Sets that are refused.


def refused(change: Any) -> bool:
    cards = deepcopy(toy_cards())
    change(cards)
    try:
        read_cards(cards)
    except BadOptions as refusal:
        return says_what_is_wrong(refusal)
    return False


def human(cards: Any) -> Any:
    return cards["armies"]["human"]


REFUSED = {
    "an army id other than the four": lambda c: c["armies"].update(elf=human(c)),
    "duplicate unit ids": lambda c: human(c)["units"].append(deepcopy(human(c)["units"][0])),
    "a unit named like a strategy": lambda c: human(c)["units"][0].update(id="human-plan"),
    "an id twice in two armies": lambda c: human(c)["units"][0].update(id="orc-bow"),
    "an unknown line": lambda c: human(c)["units"][0].update(line="middle"),
    "an unknown icon": lambda c: human(c)["units"][0].update(icons=["axe"]),
    "a flag on a unit": lambda c: human(c)["units"][0].update(icons=["unit"]),
    "an unknown strategy icon": lambda c: human(c)["strategies"][1].update(rows=[["magic"]]),
    "defence 0": lambda c: human(c)["units"][0].update(defence=0),
    "a defence that is true": lambda c: human(c)["units"][0].update(defence=True),
    "no strategy of initiative 0": lambda c: human(c)["strategies"].pop(0),
    "two of initiative 0": lambda c: human(c)["strategies"][1].update(initiative=0),
    "an attack on strategy 0": lambda c: human(c)["strategies"][0].update(rows=[["melee"]]),
    "equal initiatives": lambda c: human(c)["strategies"][1].update(initiative=20),
    "a negative initiative": lambda c: human(c)["strategies"][1].update(initiative=-20),
    "a count of 0": lambda c: human(c)["units"][0].update(count=0),
    "no count": lambda c: human(c)["units"][0].pop("count"),
    "large without a name": lambda c: human(c)["units"][0].update(icons=["large:"]),
    "more units than the game has": lambda c: human(c)["units"][0].update(count=30),
    "more generals than the game has": lambda c: human(c).update(
        generals=[{k: v for k, v in unit(n).items() if k != "count"} for n in "ab"]
    ),
    "eight strategies": lambda c: human(c).update(
        strategies=[
            human(c)["strategies"][0],
            *({"id": f"s{n}", "initiative": 1000 + n, "rows": []} for n in range(7)),
        ]
    ),
    "no units": lambda c: human(c).pop("units"),
    "no strategies": lambda c: human(c).pop("strategies"),
    "no icons": lambda c: human(c)["units"][0].pop("icons"),
    "rows that are no lists": lambda c: human(c)["strategies"][1].update(rows=["melee"]),
    "an army that is a list": lambda c: c["armies"].update(human=[]),
    "no armies": lambda c: c.pop("armies"),
    "an ill-typed name": lambda c: human(c).update(name=7),
    "an empty id": lambda c: human(c)["units"][0].update(id=""),
}


@pytest.mark.parametrize("what", REFUSED)
def test_invalid_card_set_is_refused(what: str) -> None:
    assert refused(REFUSED[what])


def test_minimal_card_set_is_accepted() -> None:
    assert not refused(lambda cards: None)


def test_generals_and_names_are_optional_in_card_set() -> None:
    assert not refused(lambda c: human(c).pop("generals"))
    cards = read_cards(toy_cards())
    assert cards.armies["human"].name == "human"
    assert cards.cards["human-grunt"].name == "human-grunt"


def test_card_set_with_few_cards_gets_a_remark() -> None:
    remarks = check_cards(toy_cards())
    assert any("34 unit cards" in remark for remark in remarks)


@pytest.mark.parametrize("pieces", [1, 2])
def test_large_unit_of_one_piece_gets_a_remark(pieces: int) -> None:
    cards = toy_cards()
    human(cards)["units"][0].update(icons=["large:wall"], count=pieces)
    assert any("“wall” has one piece" in remark for remark in check_cards(cards)) == (pieces == 1)


def test_unknown_key_of_card_gets_a_remark() -> None:
    cards = toy_cards()
    human(cards)["units"][0]["defense"] = 3
    assert any("defense" in remark for remark in check_cards(cards))


# --- Bounds of new matches.


@pytest.mark.parametrize(
    ("kind", "change", "words"),
    [
        ("units", {"defence": 100}, "“defence” can be at most 99"),
        ("units", {"defence": 10**4299}, "“defence” can be at most 99"),
        ("units", {"icons": ["melee"] * 13}, "“icons” can be at most 12"),
        ("units", {"icons": ["large:" + "x" * 40]}, "at most 40 letters"),
        ("units", {"name": "x" * 41}, "at most 40 letters"),
        ("units", {"name": "a\u202eb"}, "invalid character"),
        ("units", {"id": "x" * 57_000}, "at most 40 letters"),
        ("strategies", {"initiative": 10_000}, "“initiative” can be at most 9999"),
        ("strategies", {"rows": [["melee"]] * 7}, "“rows” can be at most 6"),
        ("strategies", {"rows": [["melee"] * 13]}, "“icons” can be at most 12"),
    ],
    ids=range(10),
)
def test_card_beyond_bounds_is_refused_only_for_new_matches(
    kind: str, change: dict[str, Any], words: str
) -> None:
    cards = toy_cards()
    human(cards)[kind][-1].update(change)
    read_cards(cards)
    with pytest.raises(BadOptions, match=words) as refused:
        require_bounded(cards)
    assert len(refused.value.reason) < 150
    assert any("No table can be opened" in remark for remark in check_cards(cards))


def test_army_name_is_bounded() -> None:
    cards = toy_cards()
    human(cards)["name"] = "x" * 41
    with pytest.raises(BadOptions, match="human: a name or id has at most 40 letters"):
        require_bounded(cards)


def test_table_can_be_opened_with_the_real_cards() -> None:
    cards = json.loads(built_in_text())
    require_bounded(cards)
    options = KHARNAGE.read_new_options({"cards": cards}, 4)
    assert options["cards"] == cards


def test_record_beyond_bounds_still_replays() -> None:
    cards = toy_cards()
    human(cards)["units"][-1]["defence"] = 10**300
    record = {"format": 1, "game": "kharnage", "seats": 2, "options": {"cards": cards}}
    read = read_record(record, {("kharnage", 1): Kharnage})
    assert replay(read).refusal is None
