"""Planning in secret, and the order in which strategy cards are carried out."""

import pytest

from games.engine.refusals import IllegalMove, NotYourTurn
from tests.games.titles.kharnage.rules.tables import (
    battle,
    code_of,
    facts,
    kinds,
    legal,
    play,
    table,
)


def test_all_seats_plan_at_once() -> None:
    assert table("", "", "").to_move() == (0, 1, 2)


def test_every_strategy_in_hand_can_be_planned() -> None:
    position = table("", "")
    assert legal(position, 1) == [
        {"type": "plan", "strategy": "orc-plan"},
        {"type": "plan", "strategy": "orc-later"},
    ]


def test_seats_plan_in_any_order() -> None:
    position = table("", "", "")
    play(position, "plan", 2, strategy="dwarf-later")
    assert position.to_move() == (0, 1)


def test_planned_card_stays_in_hand_until_all_plans_are_made() -> None:
    position = table("", "")
    play(position, "plan", 0, strategy="human-plan")
    dumped = position.dump()
    assert dumped["plans"] == ["human-plan", None]
    assert dumped["hands"][0] == ["human-plan", "human-later"]


def test_planning_twice_is_refused_as_wrong_turn() -> None:
    position = table("", "")
    play(position, "plan", 0, strategy="human-plan")
    assert code_of(position, "plan", 0, strategy="human-later") == "not-your-turn"


def test_planned_cards_leave_hands_after_last_plan() -> None:
    position = battle("grunt", "grunt", rows="melee")
    assert position.dump()["hands"] == [["human-later"], ["orc-later"]]
    assert position.dump()["plans"] == ["human-plan", "orc-plan"]


def test_strategy_card_can_be_used_only_once() -> None:
    position = battle("", "")
    assert position.round == 2
    assert code_of(position, "plan", 0, strategy="human-plan") == "illegal-move"


def test_strategy_of_another_army_cannot_be_planned() -> None:
    with pytest.raises(IllegalMove):
        play(table("", ""), "plan", 0, strategy="orc-plan")


def test_lowest_initiative_acts_first() -> None:
    position = table("grunt", "grunt", rows=("melee", "melee"))
    play(position, "plan", 0, strategy="human-later")
    play(position, "plan", 1, strategy="orc-plan")
    assert position.turn == 1
    position = battle("grunt", "grunt", rows=("melee", "melee"))
    assert position.turn == 0
    play(position, "target", seats=[])
    assert position.turn == 1


def test_rows_are_carried_out_from_top_and_icons_left_to_right() -> None:
    position = battle("grunt bow", "grunt grunt grunt", rows="ranged melee/ranged")
    seen = []
    while position.turn == 0:
        assert position.attack is not None
        seen.append(position.attack.kind)
        play(position, "target", seats=[])
    assert seen == ["ranged", "melee", "ranged"]


def test_seat_without_strategy_neither_plans_nor_acts() -> None:
    hands = [["human-plan"], [], ["dwarf-plan"]]
    position = table("grunt", "grunt", "grunt", rows=("", "melee", ""), hands=hands)
    assert position.to_move() == (0, 2)
    with pytest.raises(NotYourTurn):
        play(position, "plan", 1, strategy="orc-plan")
    play(position, "plan", 0, strategy="human-plan")
    play(position, "plan", 2, strategy="dwarf-plan")
    assert position.phase == "over"


def test_plans_are_cleared_for_next_round() -> None:
    assert battle("", "").dump()["plans"] == [None, None]


def test_plan_effect_is_shown_only_to_its_seat_until_revealed() -> None:
    position = table("", "")
    effects = play(position, "plan", 0, strategy="human-plan")
    assert kinds(effects) == ["planned", "plan-laid"]
    assert [effect.to for effect in effects] == [frozenset((0,)), None]
    assert "strategy" not in effects[1].facts
    effects = play(position, "plan", 1, strategy="orc-plan")
    assert facts(effects, "revealed") == [{"round": 1, "plans": ["human-plan", "orc-plan"]}]
    assert [turn["seat"] for turn in facts(effects, "turn")] == [0, 1]
