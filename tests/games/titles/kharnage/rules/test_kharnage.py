"""Kharnage tokens and cheering."""

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


def test_destroying_last_card_of_army_gains_token() -> None:
    position = battle("grunt", "grunt", rows="melee melee")
    attack(position, 1)
    effects = destroy(position, 1, "grunt")
    assert facts(effects, "kharnage") == [{"seat": 0, "target": 1}]
    assert position.kharnage == [1, 0]


def test_empty_line_gains_no_token() -> None:
    position = battle("grunt", "grunt bow", rows="melee")
    attack(position, 1)
    assert "kharnage" not in kinds(destroy(position, 1, "grunt"))


def test_strength_left_after_destroying_army_is_lost() -> None:
    position = battle("grunt grunt", "grunt", "grunt", rows="melee")
    attack(position, 1)
    destroy(position, 1, "grunt")
    assert position.round == 2


def test_split_attack_can_destroy_two_armies() -> None:
    position = battle("grunt grunt", "grunt", "grunt", rows="melee")
    attack(position, 1, 2)
    destroy(position, 1, "grunt")
    destroy(position, 2, "grunt")
    assert position.kharnage == [2, 0, 0]


def test_players_are_not_asked_to_cheer_by_default() -> None:
    position = battle("grunt", "grunt", "grunt", rows="melee")
    attack(position, 1)
    destroy(position, 1, "grunt")
    assert position.phase == "plan"


def test_other_seats_are_asked_to_cheer_together_with_manual_cheer() -> None:
    position = last_blow("grunt")
    assert position.phase == "cheer"
    assert position.to_move() == (1, 2)
    assert position.turn == 0
    assert legal(position, 2) == [{"type": "cheer"}, {"type": "silent"}]


def test_attacker_does_not_cheer() -> None:
    assert code_of(last_blow("grunt"), "cheer", 0) == "not-your-turn"


def test_silent_seat_loses_token_at_once() -> None:
    position = last_blow("grunt", kharnage=[0, 0, 2])
    play(position, "silent", 2)
    assert position.kharnage == [1, 0, 1]
    assert position.to_move() == (1,)
    assert code_of(position, "silent", 2) == "not-your-turn"


def test_timed_out_cheer_counts_as_silence() -> None:
    position = last_blow("grunt")
    question_timeout = position.question_timeout(2)
    assert question_timeout is not None
    assert question_timeout.move.dump() == {"type": "silent"}
    assert position.question_timeout(0) is None


def test_silence_without_token_costs_nothing() -> None:
    position = last_blow("grunt")
    effects = play(position, "silent", 1)
    assert facts(effects, "cheered") == [{"seat": 1, "cheers": False, "lost": False}]
    assert position.kharnage == [1, 0, 0]


def test_cheering_player_keeps_tokens() -> None:
    position = last_blow("grunt", kharnage=[0, 3, 0])
    play(position, "cheer", 1)
    assert position.kharnage == [1, 3, 0]


def test_attack_continues_after_last_cheer() -> None:
    position = last_blow("grunt")
    play(position, "cheer", 2)
    play(position, "cheer", 1)
    assert position.phase == "target"
    assert position.turn == 0


def test_cheer_is_asked_after_each_destroyed_army() -> None:
    position = battle("grunt grunt", "grunt", "grunt", rows="melee", cheer="manual")
    attack(position, 1, 2)
    destroy(position, 1, "grunt")
    play(position, "cheer", 1)
    play(position, "cheer", 2)
    between = position.phase
    destroy(position, 2, "grunt")
    assert (between, position.phase) == ("destroy", "cheer")


def test_cheer_is_illegal_when_not_asked() -> None:
    position = battle("grunt", "grunt", rows="melee")
    assert code_of(position, "cheer") == "illegal-move"
    assert code_of(last_blow("grunt"), "stop", 1) == "illegal-move"
