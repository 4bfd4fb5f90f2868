"""Set-up: the armies, and the cards in play before the first plan."""

from random import Random

from games.engine.chance import Chance
from games.engine.contract import Json
from games.titles.kharnage.rules.cards import ARMIES
from games.titles.kharnage.rules.cardset import built_in
from games.titles.kharnage.rules.position import KHARNAGE, Kharnage
from tests.games.titles.kharnage.rules.tables import deal, names, toy_cards, unit


def first_shuffles(number: int) -> Chance:
    return Chance(Random(number).randbytes(32), 0)


def test_armies_are_dealt_in_order_of_shuffled_ids() -> None:
    for number in range(10):
        shuffled = first_shuffles(number).shuffle(ARMIES)
        for seats in (2, 3, 4):
            assert [army.id for army in deal(seats, number).armies] == shuffled[:seats]


def test_option_armies_fixes_armies_without_shuffling_ids() -> None:
    position = deal(3, 1, armies=["goblin", "human", "dwarf"])
    assert [army.id for army in position.armies] == ["goblin", "human", "dwarf"]
    reserve = first_shuffles(1).shuffle(position.armies[0].reserve)
    left = [card.id for card in position.reserves[0]]
    assert left == reserve[: len(left)]


def test_reserves_are_shuffled_after_armies_in_seat_order() -> None:
    position = deal(2, 5)
    chance = first_shuffles(5)
    chance.shuffle(ARMIES)
    for seat in (0, 1):
        reserve = chance.shuffle(position.armies[seat].reserve)
        left = [card.id for card in position.reserves[seat]]
        assert left == reserve[: len(left)]


def test_deal_gives_six_strategies_and_the_generals() -> None:
    for seat, army in enumerate(deal().armies):
        position = deal()
        assert len(position.hands[seat]) == 6
        assert all(strategy.initiative for strategy in position.hands[seat])
        assert position.generals[seat] == list(army.generals)


def test_game_begins_with_planning_of_round_one() -> None:
    dumped = deal(3).dump()
    assert (dumped["round"], dumped["phase"], dumped["turn"]) == (1, "plan", None)
    assert dumped["plans"] == [None] * 3
    assert dumped["points"] == dumped["kharnage"] == [0] * 3
    assert dumped["piles"] == dumped["kills"] == [[]] * 3
    assert dumped["pending"] is None


def toy(set_up: str, *units: Json) -> Kharnage:
    """Two seats; seat 0 has these units only."""
    cards = toy_cards(set_up=set_up)
    cards["armies"]["human"]["units"] = [{**u, "id": f"human-{u['id']}"} for u in units]
    options = KHARNAGE.read_options({"cards": cards, "armies": ["human", "orc"]}, 2)
    return Kharnage.deal(2, options, Chance(bytes(32), 0))


def test_game_without_strategies_is_over_once_dealt() -> None:
    cards = toy_cards()
    for army in cards["armies"].values():
        army["strategies"] = [one for one in army["strategies"] if not one["initiative"]]
    position = deal(3, cards=cards)
    assert (position.phase, position.to_move(), position.round) == ("over", (), 1)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.reason == "rounds"


def test_set_up_deploys_one_card_per_flag() -> None:
    position = toy("unit unit/unit", unit("grunt", count=9))
    assert names(position, 0) == "grunt grunt grunt"
    assert len(position.reserves[0]) == 6


def test_general_flags_count_as_unit_flags_in_set_up() -> None:
    assert names(toy("unit general", unit("grunt", count=9)), 0) == "grunt grunt"


def test_set_up_deploys_no_more_than_the_reserve() -> None:
    assert names(toy("unit unit unit", unit("grunt", count=2)), 0) == "grunt grunt"


def test_reinforcements_work_in_set_up() -> None:
    position = toy("unit", unit("horn", "surprise-reinforce surprise-reinforce", count=1))
    assert names(position, 0) == "horn"
    position = toy("unit unit", unit("horn", "surprise-reinforce", count=5))
    assert names(position, 0) == "horn horn horn horn horn"


def test_large_works_in_set_up() -> None:
    pieces = [unit(name, "large:giant", count=1) for name in ("fist", "belly", "head")]
    assert names(toy("unit", *pieces), 0) == "belly fist head"


def test_other_surprise_icons_are_ignored_in_set_up() -> None:
    icons = "surprise-melee surprise-ranged surprise-magic throw web"
    position = toy("unit", unit("all", icons, count=1))
    assert names(position, 0) == "all"
    assert position.phase == "plan"
    assert not any(position.kills)


def test_set_up_keeps_all_built_in_cards_in_play_or_reserve() -> None:
    for number in range(20):
        position = deal(4, number)
        for seat, army in enumerate(position.armies):
            flags = len(army.set_up.icons)
            assert position.sizes[seat] >= flags
            units = sum(card.count for card in built_in().armies[army.id].units)
            assert position.sizes[seat] + len(position.reserves[seat]) == units
