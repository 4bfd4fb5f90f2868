"""Kharnage! And who cheers."""

from typing import Any

from games.titles.kharnage.rules.position import Kharnage
from tests.games.titles.kharnage.rules.tables import (
    attack,
    battle,
    code_of,
    destroy,
    facts,
    kinds,
    legal,
    play,
)


def last_blow(*lines: str, **more: Any) -> Kharnage:
    position = battle("grunt grunt", "grunt", *lines, rows="melee melee", cheer="manual", **more)
    attack(position, 1)
    destroy(position, 1, "grunt")
    return position


def test_whoever_destroys_an_armys_last_card_takes_a_token() -> None:
    position = battle("grunt", "grunt", rows="melee melee")
    attack(position, 1)
    happenings = destroy(position, 1, "grunt")
    assert facts(happenings, "kharnage") == [{"seat": 0, "target": 1}]
    assert position.kharnage == [1, 0]


def test_an_emptied_line_alone_is_no_kharnage() -> None:
    position = battle("grunt", "grunt bow", rows="melee")
    attack(position, 1)
    assert "kharnage" not in kinds(destroy(position, 1, "grunt"))


def test_strength_left_after_a_kharnage_is_lost() -> None:
    position = battle("grunt grunt", "grunt", "grunt", rows="melee")
    attack(position, 1)
    destroy(position, 1, "grunt")
    assert position.round == 2


def test_one_attack_can_destroy_two_armies() -> None:
    position = battle("grunt grunt", "grunt", "grunt", rows="melee")
    attack(position, 1, 2)
    destroy(position, 1, "grunt")
    destroy(position, 2, "grunt")
    assert position.kharnage == [2, 0, 0]


def test_by_default_everyone_cheers_unasked() -> None:
    position = battle("grunt", "grunt", "grunt", rows="melee")
    attack(position, 1)
    destroy(position, 1, "grunt")
    assert position.phase == "plan"


def test_asked_by_hand_all_other_seats_answer_together() -> None:
    position = last_blow("grunt")
    assert position.phase == "cheer"
    assert position.to_move() == (1, 2)
    assert position.turn == 0
    assert legal(position, 2) == [{"type": "cheer"}, {"type": "silent"}]


def test_the_attacker_does_not_cheer() -> None:
    assert code_of(last_blow("grunt"), "cheer", 0) == "not-your-turn"


def test_each_answer_acts_at_once_and_the_silent_lose_a_token() -> None:
    position = last_blow("grunt", kharnage=[0, 0, 2])
    play(position, "silent", 2)
    assert position.kharnage == [1, 0, 1]
    assert position.to_move() == (1,)
    assert code_of(position, "silent", 2) == "not-your-turn"


def test_who_lets_the_time_pass_has_stayed_silent() -> None:
    position = last_blow("grunt")
    lapse = position.lapse(2)
    assert lapse is not None
    assert lapse.move.dump() == {"type": "silent"}
    assert position.lapse(0) is None


def test_who_is_silent_without_a_token_loses_nothing() -> None:
    position = last_blow("grunt")
    happenings = play(position, "silent", 1)
    assert facts(happenings, "cheered") == [{"seat": 1, "cheers": False, "lost": False}]
    assert position.kharnage == [1, 0, 0]


def test_who_cheers_keeps_his_tokens() -> None:
    position = last_blow("grunt", kharnage=[0, 3, 0])
    play(position, "cheer", 1)
    assert position.kharnage == [1, 3, 0]


def test_after_the_last_answer_the_attack_goes_on() -> None:
    position = last_blow("grunt")
    play(position, "cheer", 2)
    play(position, "cheer", 1)
    assert position.phase == "target"
    assert position.turn == 0


def test_between_two_targets_there_is_a_cheer_each() -> None:
    position = battle("grunt grunt", "grunt", "grunt", rows="melee", cheer="manual")
    attack(position, 1, 2)
    destroy(position, 1, "grunt")
    play(position, "cheer", 1)
    play(position, "cheer", 2)
    between = position.phase
    destroy(position, 2, "grunt")
    assert (between, position.phase) == ("destroy", "cheer")


def test_cheering_does_not_fit_elsewhere() -> None:
    position = battle("grunt", "grunt", rows="melee")
    assert code_of(position, "cheer") == "illegal-move"
    assert code_of(last_blow("grunt"), "stop", 1) == "illegal-move"
