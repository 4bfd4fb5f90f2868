"""Planning: secret, together, each card once; and in which order the cards are carried out."""

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


def test_every_seat_owes_a_plan_at_once() -> None:
    assert table("", "", "").to_move() == (0, 1, 2)


def test_every_card_in_hand_can_be_planned() -> None:
    position = table("", "")
    assert legal(position, 1) == [
        {"type": "plan", "strategy": "orc-plan"},
        {"type": "plan", "strategy": "orc-later"},
    ]


def test_seats_plan_in_any_order() -> None:
    position = table("", "", "")
    play(position, "plan", 2, strategy="dwarf-later")
    assert position.to_move() == (0, 1)


def test_a_planned_card_stays_in_hand_until_all_plans_are_in() -> None:
    position = table("", "")
    play(position, "plan", 0, strategy="human-plan")
    dumped = position.dump()
    assert dumped["plans"] == ["human-plan", None]
    assert dumped["hands"][0] == ["human-plan", "human-later"]


def test_planning_again_is_not_your_turn() -> None:
    position = table("", "")
    play(position, "plan", 0, strategy="human-plan")
    assert code_of(position, "plan", 0, strategy="human-later") == "not-your-turn"


def test_when_all_plans_are_in_the_cards_leave_the_hands() -> None:
    position = battle("grunt", "grunt", rows="melee")
    assert position.dump()["hands"] == [["human-later"], ["orc-later"]]
    assert position.dump()["plans"] == ["human-plan", "orc-plan"]


def test_each_card_is_used_once() -> None:
    position = battle("", "")
    assert position.round == 2
    assert code_of(position, "plan", 0, strategy="human-plan") == "illegal-move"


def test_a_card_of_another_army_cannot_be_planned() -> None:
    with pytest.raises(IllegalMove):
        play(table("", ""), "plan", 0, strategy="orc-plan")


def test_lowest_initiative_first() -> None:
    position = table("grunt", "grunt", rows=("melee", "melee"))
    play(position, "plan", 0, strategy="human-later")
    play(position, "plan", 1, strategy="orc-plan")
    assert position.turn == 1
    position = battle("grunt", "grunt", rows=("melee", "melee"))
    assert position.turn == 0
    play(position, "target", seats=[])
    assert position.turn == 1


def test_rows_are_carried_out_from_the_top_and_icons_left_to_right() -> None:
    position = battle("grunt bow", "grunt grunt grunt", rows="ranged melee/ranged")
    seen = []
    while position.turn == 0:
        assert position.attack is not None
        seen.append(position.attack.kind)
        play(position, "target", seats=[])
    assert seen == ["ranged", "melee", "ranged"]


def test_a_seat_without_a_strategy_card_neither_plans_nor_acts() -> None:
    hands = [["human-plan"], [], ["dwarf-plan"]]
    position = table("grunt", "grunt", "grunt", rows=("", "melee", ""), hands=hands)
    assert position.to_move() == (0, 2)
    with pytest.raises(NotYourTurn):
        play(position, "plan", 1, strategy="orc-plan")
    play(position, "plan", 0, strategy="human-plan")
    play(position, "plan", 2, strategy="dwarf-plan")
    assert position.phase == "over"


def test_plans_are_cleared_when_the_next_round_opens() -> None:
    assert battle("", "").dump()["plans"] == [None, None]


def test_happenings_keep_the_plan_to_its_seat_until_all_are_shown() -> None:
    position = table("", "")
    happenings = play(position, "plan", 0, strategy="human-plan")
    assert kinds(happenings) == ["planned", "plan-laid"]
    assert [happening.to for happening in happenings] == [frozenset((0,)), None]
    assert "strategy" not in happenings[1].facts
    happenings = play(position, "plan", 1, strategy="orc-plan")
    assert facts(happenings, "revealed") == [{"round": 1, "plans": ["human-plan", "orc-plan"]}]
    assert [turn["seat"] for turn in facts(happenings, "turn")] == [0, 1]
