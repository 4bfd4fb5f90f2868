"""Condottiere's expert bot, which looks ahead in far more worlds than the hard one."""

from random import Random

import pytest

from games.engine.bots import question
from games.engine.chance import Chance
from games.titles.condottiere.bots.expert import MOST, TRIES, USUAL, Expert
from games.titles.condottiere.bots.hard import Hard
from games.titles.condottiere.bots.normal import Normal
from games.titles.condottiere.bots.outlook import OF_HARD, chance_of
from games.titles.condottiere.bots.style import SHARP
from games.titles.condottiere.rules.moves import PASS, PLAY
from games.titles.condottiere.rules.position import CONDOTTIERE, Condottiere
from tests.games.titles.condottiere.asking import THE_LAST_CARD, answers, battle, load


def test_expert_bot_finds_better_move_than_normal_bot() -> None:
    assert answers(THE_LAST_CARD, 1) == {PASS}
    assert answers(THE_LAST_CARD, 1, Expert(tries=30)) == {PLAY["surrender"]}


def test_sharp_style_opens_battle_with_scarecrow() -> None:
    hand, theirs = ["scarecrow", "m3", "m10"], ["m4", "m5", "m6"]
    opening = battle([hand, theirs], [[], []])
    assert PLAY["scarecrow"] not in answers(opening, 0)
    assert answers(opening, 0, Normal(SHARP)) == {PLAY["scarecrow"]}
    answering = battle([hand, theirs], [[], ["m4"]])
    assert PLAY["scarecrow"] not in answers(answering, 0, Normal(SHARP))


def test_expert_bot_weighs_better_hand_more_than_hard_bot() -> None:
    table = load({"hands": [["m10", "m6"], ["m10", "m6", "m5", "m5"]], "cities": {}})
    assert chance_of(table, 1, dealt=False, weights=OF_HARD) > chance_of(table, 1, dealt=False)


def test_expert_bot_with_one_way_to_go_on_does_not_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.titles.condottiere.bots.expert.best_by_trials", None)
    won = battle([["m10", "m5"], ["m6"]], [["m5"], ["m4"]], passed=[False, True])
    assert answers(won, 0, Expert()) == {PASS}


def test_expert_bot_tries_more_often_with_fewer_cards_and_moves() -> None:
    expert = Expert()
    assert expert.tries_for(2, USUAL) == TRIES
    assert expert.tries_for(8, USUAL) == TRIES // 3
    assert expert.tries_for(2, USUAL + 10) < TRIES < expert.tries_for(2, USUAL - 3) < MOST
    assert expert.tries_for(2, 2) == MOST
    assert Expert(tries=1).tries_for(8, 40) == 1


def test_expert_bot_plays_like_hard_bot_at_larger_tables() -> None:
    position = Condottiere.deal(3, CONDOTTIERE.read_options({}, 3), Chance(bytes(32), 0))
    asked = question(position, 0)
    assert Expert(tries=1).choose(asked, Random(1)) == Hard(tries=1).choose(asked, Random(1))
