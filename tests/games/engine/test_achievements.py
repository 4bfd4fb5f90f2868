"""Replay a match to find the achievements that it earned."""

from __future__ import annotations

import pytest

from games.engine.achievements import Played, only, play_again
from games.engine.chance import Chance
from games.engine.contract import Outcome
from games.engine.record import Record
from games.engine.refusals import Refusal
from games.titles.registry import newest
from tests.helpers.played import random_match, record_of
from tests.helpers.records import choose, finish, play


def test_match_without_an_end_by_the_rules_earns_nothing() -> None:
    record = record_of("condottiere", [choose("parma")], 2, None, None)
    assert play_again(record) is None
    record.moves.append(play("m99"))
    with pytest.raises(Refusal):
        play_again(record)


def test_decision_holds_the_position_before_its_move() -> None:
    one = random_match("condottiere", 3, 3)
    for decision, following in zip(one.decisions, one.decisions[1:], strict=False):
        assert decision.seat in decision.before.to_move()
        assert decision.move in decision.before.moves(decision.seat)
        assert following.before is not decision.before
    assert one.end.outcome() == one.outcome
    [over] = one.facts("over")
    assert over["places"] == list(one.outcome.places)
    assert [*one.decisions[-1].facts("over")] == [over]


def test_leaver_ranks_last_and_shared_first_place_has_no_winner() -> None:
    rules = newest("condottiere")
    seed = bytes(range(32))
    moves = finish(rules.deal(3, rules.game.read_options({}), Chance(seed, 0)), seed)
    record = Record(rules, 3, rules.game.read_options({}), seed, None, moves)
    stayed = play_again(record)
    assert stayed is not None
    assert stayed.winner is not None
    resigned = play_again(record, [stayed.winner])
    assert resigned is not None
    assert resigned.left == {stayed.winner}
    assert resigned.outcome.places[stayed.winner] == 3
    assert resigned.winner != stayed.winner
    shared = Played(resigned.decisions, resigned.end, Outcome((0, 0, 0), (1, 1, 3), "rounds"))
    assert shared.winner is None


def test_only_returns_one_seat_or_none() -> None:
    assert tuple(only(2)) == (2,)
    assert tuple(only(None)) == tuple(only(2, False)) == ()
