"""Attacks of the strategy card: strength, targets and destroyed cards."""

import pytest

from tests.games.titles.kharnage.rules.tables import (
    attack,
    battle,
    chosen_targets,
    code_of,
    destroy,
    facts,
    legal,
    names,
    play,
    refusal_of,
    unit,
)

KNIGHT = unit("knight", "knight", count=4)
TRAMPLER = unit("trampler", "trample", count=4)


# --- Strength.


@pytest.mark.parametrize(
    ("army", "melee", "ranged"),
    [
        ("grunt grunt", 2, 0),
        ("bow bow bow", 0, 3),
        ("mage mage", 2, 2),
        ("grunt grunt bow mage wall", 3, 2),
    ],
)
def test_attack_strength_counts_its_icon_and_magic_of_whole_army(
    army: str, melee: int, ranged: int
) -> None:
    for icon, strength in (("melee", melee), ("ranged", ranged)):
        position = battle(army, "grunt", rows=icon)
        found = position.attack.strength if position.attack else 0
        assert found == strength


def test_attack_of_strength_zero_is_skipped() -> None:
    assert battle("bow", "grunt", rows="melee").phase == "plan"


def test_three_knights_add_one_to_melee() -> None:
    position = battle("knight knight knight grunt", "grunt", rows="melee", units=(KNIGHT,))
    assert position.attack is not None
    assert position.attack.strength == 2


def test_two_knights_add_nothing_and_four_add_only_one() -> None:
    position = battle("knight knight grunt", "grunt", rows="melee", units=(KNIGHT,))
    assert position.attack is not None
    assert position.attack.strength == 1
    position = battle("knight knight knight knight grunt", "grunt", rows="melee", units=(KNIGHT,))
    assert position.attack is not None
    assert position.attack.strength == 2


def test_knights_are_counted_by_card_not_by_icon() -> None:
    double = unit("double", "knight knight knight")
    position = battle("double grunt", "grunt", rows="melee", units=(double,))
    assert position.attack is not None
    assert position.attack.strength == 1


def test_knights_add_nothing_to_ranged() -> None:
    position = battle("knight knight knight", "grunt", rows="ranged", units=(KNIGHT,))
    assert position.phase == "plan"


# --- Targets.


def test_attack_on_one_army_has_full_strength() -> None:
    position = battle("grunt grunt grunt", "grunt", "grunt", rows="melee")
    attack(position, 2)
    assert position.attack is not None
    assert position.attack.targets == [(2, 3)]


@pytest.mark.parametrize(("strength", "half"), [(1, 1), (2, 1), (3, 2), (7, 4)])
def test_split_attack_has_half_strength_each_rounded_up(strength: int, half: int) -> None:
    position = battle("grunt " * strength, "grunt " * 5, "grunt " * 5, rows="melee")
    attack(position, 2, 1)
    assert position.attack is not None
    assert position.attack.targets == [(2, half), (1, half)]


def test_split_attack_resolves_targets_in_given_order() -> None:
    position = battle("grunt grunt", "grunt grunt", "grunt grunt", rows="melee")
    attack(position, 2, 1)
    assert code_of(position, "destroy", target=1, card="orc-grunt") == "illegal-move"
    destroy(position, 2, "grunt")
    destroy(position, 1, "grunt")
    assert position.dump()["round"] == 2


def test_split_attack_offers_both_orders_of_two_armies() -> None:
    position = battle("grunt", "grunt", "grunt", rows="melee")
    assert chosen_targets(position) == [[], [1], [1, 2], [2], [2, 1]]


def test_melee_reaches_left_and_right_armies_of_four() -> None:
    position = battle("grunt", "grunt", "grunt", "grunt", rows="melee")
    assert chosen_targets(position) == [[], [1], [1, 3], [3], [3, 1]]
    assert code_of(position, "target", seats=[2]) == "illegal-move"


def test_melee_reaches_opposite_army_past_empty_neighbour() -> None:
    position = battle("grunt", "grunt", "grunt", "", rows="melee")
    assert chosen_targets(position) == [[], [1], [1, 2], [2], [2, 1]]
    position = battle("grunt", "", "grunt", "", rows="melee")
    assert chosen_targets(position) == [[], [2]]


def test_second_melee_reaches_past_army_destroyed_by_the_first() -> None:
    position = battle("grunt", "grunt", "grunt", "grunt", rows="melee melee")
    attack(position, 1)
    destroy(position, 1, "grunt")
    assert chosen_targets(position) == [[], [2], [2, 3], [3], [3, 2]]


def test_split_melee_does_not_reach_past_its_own_first_target() -> None:
    position = battle("grunt", "grunt", "grunt", "grunt", rows="melee")
    assert code_of(position, "target", seats=[1, 2]) == "illegal-move"


def test_ranged_reaches_any_army_with_cards() -> None:
    position = battle("bow", "grunt", "grunt", "", rows="ranged")
    assert chosen_targets(position) == [[], [1], [1, 2], [2], [2, 1]]


@pytest.mark.parametrize("seats", [2, 3])
def test_melee_reaches_any_army_of_two_or_three(seats: int) -> None:
    position = battle(*(["grunt"] * seats), rows="melee")
    assert len(chosen_targets(position)) == (2 if seats == 2 else 5)


def test_attack_without_target_is_skipped() -> None:
    assert battle("grunt", "", "", rows="melee").phase == "plan"


def test_attack_may_be_forgone() -> None:
    position = battle("grunt grunt grunt", "grunt", rows="melee")
    effects = attack(position)
    assert names(position, 1) == "grunt"
    assert position.round == 2
    assert [known["strength"] for known in facts(effects, "target")] == [3], "nothing is halved"


def test_own_three_or_repeated_armies_are_illegal_targets() -> None:
    position = battle("bow", "grunt", "grunt", "grunt", rows="ranged")
    for seats in ([0], [1, 1], [1, 2, 3], [0, 1]):
        assert code_of(position, "target", seats=seats) == "illegal-move"


def test_as_is_legal_only_for_surprise_magic() -> None:
    position = battle("grunt", "grunt", rows="melee")
    assert code_of(position, "target", seats=[1], as_="melee") == "illegal-move"
    storm = unit("storm", "surprise-magic")
    position = battle("", "grunt", rows="unit", reserve="storm", units=(storm,))
    assert code_of(position, "target", seats=[1]) == "illegal-move"
    assert code_of(position, "target", seats=[], as_="melee") == "illegal-move"
    assert code_of(position, "target", seats=[]) is None


# --- Destroying.


def test_front_is_attacked_before_center_and_back() -> None:
    position = battle("grunt " * 5, "grunt bow mage", rows="melee")
    attack(position, 1)
    assert code_of(position, "destroy", target=1, card="orc-bow") == "illegal-move"
    destroy(position, 1, "grunt", "bow")
    assert [move.get("card") for move in legal(position)] == ["orc-mage", None]


def test_attacker_chooses_card_within_line() -> None:
    position = battle("grunt " * 3, "grunt wall", rows="melee")
    attack(position, 1)
    assert [move.get("card") for move in legal(position)] == ["orc-grunt", "orc-wall", None]


def test_destroying_card_costs_its_defence_and_shields() -> None:
    position = battle("grunt " * 3, "wall wall", rows="melee")
    attack(position, 1)
    effects = destroy(position, 1, "wall")
    assert facts(effects, "destroyed")[0]["left"] == 0
    position = battle("grunt " * 2, "wall grunt", rows="melee")
    attack(position, 1)
    assert code_of(position, "destroy", target=1, card="orc-wall") == "illegal-move"


def test_equal_cards_give_one_legal_move() -> None:
    position = battle("grunt", "grunt grunt grunt", rows="melee")
    attack(position, 1)
    assert len(legal(position)) == 2


def test_destroyed_cards_go_to_attacker() -> None:
    position = battle("grunt grunt", "grunt grunt grunt", rows="melee melee")
    attack(position, 1)
    destroy(position, 1, "grunt", "grunt")
    assert [card.id for card in position.kills[0]] == ["orc-grunt", "orc-grunt"]


def test_effects_name_armies_that_lose_no_card() -> None:
    position = battle("grunt grunt", "wall", "grunt wall", rows="melee melee")
    assert facts(attack(position, 2), "withstood") == []
    play(position, "stop")
    assert facts(attack(position, 1, 2), "withstood") == [{"seat": 0, "target": 1}]


def test_unused_strength_is_lost_for_next_attack() -> None:
    position = battle("grunt grunt", "wall", rows="melee melee")
    attack(position, 1)
    # Nothing is affordable: the target ends by itself, and the next attack is as strong.
    assert position.phase == "target"
    assert position.attack is not None
    assert position.attack.strength == 2


def test_target_ends_when_no_open_card_is_affordable() -> None:
    position = battle("grunt grunt", "grunt wall bow", rows="melee")
    attack(position, 1)
    destroy(position, 1, "grunt")
    assert position.round == 2
    assert names(position, 1) == "bow wall"


def test_unaffordable_card_refusal_names_strength_left() -> None:
    position = battle("grunt", "grunt wall", rows="melee")
    attack(position, 1)
    wall = {"seat": 0, "type": "destroy", "target": 1, "card": "orc-wall", "web": False}
    refusal = refusal_of(position, wall)
    assert refusal is not None
    assert refusal.template == "You have only {left} strength left here."
    assert refusal.facts == {"left": 1}
    assert refusal.reason == "You have only 1 strength left here."


def test_attacker_may_stop_early() -> None:
    position = battle("grunt grunt", "grunt grunt", "grunt grunt", rows="melee")
    attack(position, 1, 2)
    play(position, "stop")
    assert position.attack is not None
    assert position.attack.targets == [(2, 1)]
    play(position, "stop")
    assert position.round == 2
    assert names(position, 1) == names(position, 2) == "grunt grunt"


def test_stop_is_illegal_before_target_is_chosen() -> None:
    position = battle("grunt", "grunt", rows="melee")
    assert code_of(position, "stop") == "illegal-move"


# --- Trample.


def test_trample_adds_strength_for_emptied_line_from_zero() -> None:
    position = battle("grunt trampler", "grunt bow", rows="melee", units=(TRAMPLER,))
    attack(position, 1)
    effects = destroy(position, 1, "grunt")
    assert facts(effects, "destroyed")[0]["left"] == 1
    destroy(position, 1, "bow")


def test_each_trample_icon_adds_strength_per_emptied_line() -> None:
    army = "grunt trampler trampler"
    position = battle(army, "grunt bow mage mage", rows="melee", units=(TRAMPLER,))
    attack(position, 1)
    destroy(position, 1, "grunt", "bow")
    assert position.attack is not None
    assert position.attack.targets == [(1, 3)]


def test_trample_adds_strength_only_for_its_target() -> None:
    position = battle("grunt trampler", "grunt wall", "wall", rows="melee", units=(TRAMPLER,))
    attack(position, 1, 2)
    destroy(position, 1, "grunt")
    assert position.round == 2


def test_ranged_attack_does_not_trample() -> None:
    position = battle("bow trampler", "grunt bow", rows="ranged", units=(TRAMPLER,))
    attack(position, 1)
    destroy(position, 1, "grunt")
    assert position.round == 2


def test_line_with_webbed_card_is_not_empty_for_trample() -> None:
    position = battle("grunt trampler", "grunt grunt! bow", rows="melee", units=(TRAMPLER,))
    attack(position, 1)
    destroy(position, 1, "grunt!")
    assert position.round == 2
