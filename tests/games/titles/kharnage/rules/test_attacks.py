"""Attacks of the strategy card: strength, targets, what falls."""

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
def test_strength_is_the_icon_and_magic_in_the_whole_army(
    army: str, melee: int, ranged: int
) -> None:
    for icon, strength in (("melee", melee), ("ranged", ranged)):
        position = battle(army, "grunt", rows=icon)
        found = position.attack.strength if position.attack else 0
        assert found == strength


def test_an_attack_of_strength_zero_is_not_asked() -> None:
    assert battle("bow", "grunt", rows="melee").phase == "plan"


def test_three_cards_with_a_knight_add_one_to_melee() -> None:
    position = battle("knight knight knight grunt", "grunt", rows="melee", units=(KNIGHT,))
    assert position.attack is not None
    assert position.attack.strength == 2


def test_two_knights_add_nothing_and_four_no_more() -> None:
    position = battle("knight knight grunt", "grunt", rows="melee", units=(KNIGHT,))
    assert position.attack is not None
    assert position.attack.strength == 1
    position = battle("knight knight knight knight grunt", "grunt", rows="melee", units=(KNIGHT,))
    assert position.attack is not None
    assert position.attack.strength == 2


def test_cards_with_a_knight_are_counted_not_icons() -> None:
    double = unit("double", "knight knight knight")
    position = battle("double grunt", "grunt", rows="melee", units=(double,))
    assert position.attack is not None
    assert position.attack.strength == 1


def test_knights_add_nothing_to_ranged() -> None:
    position = battle("knight knight knight", "grunt", rows="ranged", units=(KNIGHT,))
    assert position.phase == "plan"


# --- Targets.


def test_full_strength_at_one_army() -> None:
    position = battle("grunt grunt grunt", "grunt", "grunt", rows="melee")
    attack(position, 2)
    assert position.attack is not None
    assert position.attack.targets == [(2, 3)]


@pytest.mark.parametrize(("strength", "half"), [(1, 1), (2, 1), (3, 2), (7, 4)])
def test_half_at_each_of_two_rounded_up(strength: int, half: int) -> None:
    position = battle("grunt " * strength, "grunt " * 5, "grunt " * 5, rows="melee")
    attack(position, 2, 1)
    assert position.attack is not None
    assert position.attack.targets == [(2, half), (1, half)]


def test_two_targets_are_attacked_one_after_the_other_in_the_order_given() -> None:
    position = battle("grunt grunt", "grunt grunt", "grunt grunt", rows="melee")
    attack(position, 2, 1)
    assert code_of(position, "destroy", target=1, card="orc-grunt") == "illegal-move"
    destroy(position, 2, "grunt")
    destroy(position, 1, "grunt")
    assert position.dump()["round"] == 2


def test_both_orders_are_legal_moves_and_no_army_twice() -> None:
    position = battle("grunt", "grunt", "grunt", rows="melee")
    assert chosen_targets(position) == [[], [1], [1, 2], [2], [2, 1]]


def test_melee_with_four_reaches_left_and_right() -> None:
    position = battle("grunt", "grunt", "grunt", "grunt", rows="melee")
    assert chosen_targets(position) == [[], [1], [1, 3], [3], [3, 1]]
    assert code_of(position, "target", seats=[2]) == "illegal-move"


def test_melee_reaches_the_opposite_army_while_a_neighbour_has_no_cards() -> None:
    position = battle("grunt", "grunt", "grunt", "", rows="melee")
    assert chosen_targets(position) == [[], [1], [1, 2], [2], [2, 1]]
    position = battle("grunt", "", "grunt", "", rows="melee")
    assert chosen_targets(position) == [[], [2]]


def test_a_second_melee_reaches_past_an_army_destroyed_by_the_first() -> None:
    position = battle("grunt", "grunt", "grunt", "grunt", rows="melee melee")
    attack(position, 1)
    destroy(position, 1, "grunt")
    assert chosen_targets(position) == [[], [2], [2, 3], [3], [3, 2]]


def test_a_split_melee_does_not_reach_past_an_army_it_is_about_to_destroy() -> None:
    position = battle("grunt", "grunt", "grunt", "grunt", rows="melee")
    assert code_of(position, "target", seats=[1, 2]) == "illegal-move"


def test_ranged_reaches_any_army_that_has_cards() -> None:
    position = battle("bow", "grunt", "grunt", "", rows="ranged")
    assert chosen_targets(position) == [[], [1], [1, 2], [2], [2, 1]]


@pytest.mark.parametrize("seats", [2, 3])
def test_melee_with_two_or_three_reaches_any(seats: int) -> None:
    position = battle(*(["grunt"] * seats), rows="melee")
    assert len(chosen_targets(position)) == (2 if seats == 2 else 5)


def test_an_attack_without_a_target_is_not_asked() -> None:
    assert battle("grunt", "", "", rows="melee").phase == "plan"


def test_an_attack_may_be_forgone() -> None:
    position = battle("grunt", "grunt", rows="melee")
    attack(position)
    assert names(position, 1) == "grunt"
    assert position.round == 2


def test_oneself_three_armies_or_one_twice_are_no_targets() -> None:
    position = battle("bow", "grunt", "grunt", "grunt", rows="ranged")
    for seats in ([0], [1, 1], [1, 2, 3], [0, 1]):
        assert code_of(position, "target", seats=seats) == "illegal-move"


def test_as_belongs_to_magic_only() -> None:
    position = battle("grunt", "grunt", rows="melee")
    assert code_of(position, "target", seats=[1], as_="melee") == "illegal-move"
    storm = unit("storm", "surprise-magic")
    position = battle("", "grunt", rows="unit", reserve="storm", units=(storm,))
    assert code_of(position, "target", seats=[1]) == "illegal-move"
    assert code_of(position, "target", seats=[], as_="melee") == "illegal-move"
    assert code_of(position, "target", seats=[]) is None


# --- Destroying.


def test_front_before_center_before_back() -> None:
    position = battle("grunt " * 5, "grunt bow mage", rows="melee")
    attack(position, 1)
    assert code_of(position, "destroy", target=1, card="orc-bow") == "illegal-move"
    destroy(position, 1, "grunt", "bow")
    assert [move.get("card") for move in legal(position)] == ["orc-mage", None]


def test_within_a_line_the_attacker_chooses() -> None:
    position = battle("grunt " * 3, "grunt wall", rows="melee")
    attack(position, 1)
    assert [move.get("card") for move in legal(position)] == ["orc-grunt", "orc-wall", None]


def test_a_card_costs_its_defence_and_shields() -> None:
    position = battle("grunt " * 3, "wall wall", rows="melee")
    attack(position, 1)
    happenings = destroy(position, 1, "wall")
    assert facts(happenings, "destroyed")[0]["left"] == 0
    position = battle("grunt " * 2, "wall grunt", rows="melee")
    attack(position, 1)
    assert code_of(position, "destroy", target=1, card="orc-wall") == "illegal-move"


def test_equal_cards_give_one_move() -> None:
    position = battle("grunt", "grunt grunt grunt", rows="melee")
    attack(position, 1)
    assert len(legal(position)) == 2


def test_destroyed_cards_go_to_the_attacker() -> None:
    position = battle("grunt grunt", "grunt grunt grunt", rows="melee melee")
    attack(position, 1)
    destroy(position, 1, "grunt", "grunt")
    assert [card.id for card in position.kills[0]] == ["orc-grunt", "orc-grunt"]


def test_what_is_left_is_lost_and_no_damage_stays() -> None:
    position = battle("grunt grunt", "wall", rows="melee melee")
    attack(position, 1)
    # Nothing is affordable: the target ends by itself, and the next attack is as strong.
    assert position.phase == "target"
    assert position.attack is not None
    assert position.attack.strength == 2


def test_a_target_ends_by_itself_when_nothing_open_is_affordable() -> None:
    position = battle("grunt grunt", "grunt wall bow", rows="melee")
    attack(position, 1)
    destroy(position, 1, "grunt")
    assert position.round == 2
    assert names(position, 1) == "bow wall"


def test_what_cannot_be_afforded_says_how_much_is_left() -> None:
    position = battle("grunt", "grunt wall", rows="melee")
    attack(position, 1)
    wall = {"seat": 0, "type": "destroy", "target": 1, "card": "orc-wall", "web": False}
    refusal = refusal_of(position, wall)
    assert refusal is not None
    assert refusal.template == "You have only {left} strength left here."
    assert refusal.facts == {"left": 1}
    assert refusal.reason == "You have only 1 strength left here."


def test_one_may_stop_early() -> None:
    position = battle("grunt grunt", "grunt grunt", "grunt grunt", rows="melee")
    attack(position, 1, 2)
    play(position, "stop")
    assert position.attack is not None
    assert position.attack.targets == [(2, 1)]
    play(position, "stop")
    assert position.round == 2
    assert names(position, 1) == names(position, 2) == "grunt grunt"


def test_stop_fits_a_target_only() -> None:
    position = battle("grunt", "grunt", rows="melee")
    assert code_of(position, "stop") == "illegal-move"


# --- Trample.


def test_an_emptied_line_raises_the_strength_left_also_from_zero() -> None:
    position = battle("grunt trampler", "grunt bow", rows="melee", units=(TRAMPLER,))
    attack(position, 1)
    happenings = destroy(position, 1, "grunt")
    assert facts(happenings, "destroyed")[0]["left"] == 1
    destroy(position, 1, "bow")


def test_every_trample_icon_counts_each_time() -> None:
    army = "grunt trampler trampler"
    position = battle(army, "grunt bow mage mage", rows="melee", units=(TRAMPLER,))
    attack(position, 1)
    destroy(position, 1, "grunt", "bow")
    assert position.attack is not None
    assert position.attack.targets == [(1, 3)]


def test_trample_rises_for_that_target_only() -> None:
    position = battle("grunt trampler", "grunt wall", "wall", rows="melee", units=(TRAMPLER,))
    attack(position, 1, 2)
    destroy(position, 1, "grunt")
    assert position.round == 2


def test_ranged_attacks_do_not_trample() -> None:
    position = battle("bow trampler", "grunt bow", rows="ranged", units=(TRAMPLER,))
    attack(position, 1)
    destroy(position, 1, "grunt")
    assert position.round == 2


def test_a_line_with_a_webbed_card_left_is_not_empty() -> None:
    position = battle("grunt trampler", "grunt grunt! bow", rows="melee", units=(TRAMPLER,))
    attack(position, 1)
    destroy(position, 1, "grunt!")
    assert position.round == 2
