"""Puzzles as data, and how they are found, with a game small enough to judge by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.engine.bots import Easy, Question, question
from games.engine.chance import Chance
from games.engine.contract import Move
from games.engine.evaluator import Evaluator
from games.engine.judge import Judge, Race
from games.engine.mining import (
    FEWEST,
    LEAST_GAP,
    Mine,
    equivalent_moves,
    examined,
    leads,
    wins_as_often,
)
from games.engine.puzzles import (
    EVEN,
    Puzzle,
    Theme,
    difficulty,
    digest,
    key_of,
    question_of,
)
from games.engine.record import Record, read_record
from tests.games.engine.tricks import Lay, Tricks
from tests.helpers.reviewed import script

OPTIONS = {"hand": 3, "low": False}
JUDGE = Judge(Easy())
LAST = {"hands": [[20, 1, 2], [10]], "laid": [None, None], "seen": [], "points": [0, 0]}
"""The other has one card, so that one of mine counts: 20 beats whatever it is."""


class Blind(Tricks):
    """A position in which all moves seem to lead to the same one."""

    __slots__ = ()

    def dump(self) -> Mapping[str, Any]:
        return {}


def last_trick(rules: type[Tricks] = Tricks) -> Question:
    return question(rules.load(LAST, 2, OPTIONS, Chance(bytes(32), 0)), 0)


def record() -> Record:
    return Record(Tricks, 2, OPTIONS, bytes(32), LAST)


def puzzle(*chances: float) -> Puzzle:
    worths = zip(((Lay(20),), (Lay(1), Lay(2))), chances, strict=True)
    return Puzzle.of(record(), last_trick(), list(worths))


def test_race_finds_best_move_and_drops_worse_ones() -> None:
    race = Race.of(JUDGE, last_trick(), [Lay(20), Lay(1), Lay(2)])
    assert leads(race, Lay(20), 16, 0.5, Random(1))
    assert Lay(1) not in race.rivals
    assert race.worth(Lay(20)).mean == 1


def test_race_is_not_led_by_worse_move() -> None:
    race = Race.of(JUDGE, last_trick(), [Lay(1), Lay(20)])
    assert not leads(race, Lay(1), 8, 0.0, Random(1))


def test_moves_with_same_result_are_grouped() -> None:
    assert equivalent_moves(last_trick(), Random(1)) == [(Lay(20),), (Lay(1),), (Lay(2),)]
    assert equivalent_moves(last_trick(Blind), Random(1)) == [(Lay(20), Lay(1), Lay(2))]


class Ordered(Easy):
    """Lays the highest card, or the lowest."""

    def __init__(self, best: Callable[..., Move]) -> None:
        super().__init__()
        self.best = best

    def pick(self, view: Any, seat: int, moves: Sequence[Move], rng: Random) -> Move:
        return self.best(moves, key=lambda move: move.dump()["card"])


HIGHEST, LOWEST = Ordered(max), Ordered(min)
MINE = Mine(Tricks, (HIGHEST, HIGHEST), LOWEST, Judge(HIGHEST), LOWEST, seed=1, early=0.0)
"""When the other lays the highest card first, the lowest is the one to lose."""


def test_mine_finds_same_puzzles_again_and_their_best_moves() -> None:
    found = [one for number in range(12) for one in MINE.dig(number)]
    assert len(found) > 5
    for one in found:
        cards = [move["card"] for worth in one.worths for move in worth.moves]
        assert len(cards) >= FEWEST
        assert one.solves(Lay(min(cards)))
        before = read_record(one.record, {("tricks", 1): Tricks})
        assert digest(question_of(before, one.seat).view) == one.view
        assert one.gap >= 100 * LEAST_GAP
    assert found == [one for number in range(12) for one in MINE.dig(number)]


@pytest.mark.parametrize(
    "other",
    [
        {"scout": HIGHEST},
        {"examiner": HIGHEST},
        {"early": 0.9},
        {"most": FEWEST - 1},
        {"rules": Blind},
    ],
    ids=lambda other: next(iter(other)),
)
def test_mine_rejects_decisions_that_are_no_puzzle(
    other: dict[str, Any],
) -> None:
    assert not [one for number in range(12) for one in replace(MINE, **other).dig(number)]


def test_puzzle_survives_json_round_trip() -> None:
    one = puzzle(0.9, 0.4).described(last_trick(), (0.5, 1.0), [])
    assert Puzzle.read(json.dumps(one.dump())) == one
    assert one.key == key_of(dict(record().dump()), 0)
    assert one.view == digest(question_of(record(), 0).view)
    assert (one.gap, one.best.moves) == (50, ({"type": "lay", "card": 20},))
    assert one.solves(Lay(20))
    assert not one.solves(Lay(2))
    assert one.worths[1].chance == 40


def test_puzzle_is_as_hard_as_few_bots_solve_it() -> None:
    ratings = [
        difficulty(solved) for solved in ((1, 1, 1), (0.5, 1, 1), (0, 1, 1), (0, 0, 1), (0, 0, 0))
    ]
    assert ratings == sorted(set(ratings))
    assert ratings[0] < EVEN - 200
    assert ratings[-1] > EVEN + 200
    assert difficulty(()) == pytest.approx(EVEN, abs=1)


def test_plain_puzzle_is_one_that_weakest_bot_solves() -> None:
    for solved, plain in (((0.5, 0.0), True), ((0.4, 1.0), False), ((), False)):
        assert puzzle(0.9, 0.4).described(last_trick(), solved, []).plain == plain


def test_examined_puzzle_needs_lead_beyond_interval() -> None:
    alike = [(Lay(20),), (Lay(1), Lay(2))]
    found = examined(JUDGE, last_trick(), alike, Lay(20), Random(1))
    assert found is not None
    assert [moves for moves, _chance in found] == alike
    assert found[0][1] == 1
    assert found[1][1] < 0.9
    assert examined(JUDGE, last_trick(), alike, Lay(1), Random(1)) is None


def test_lead_that_is_not_sure_is_examined_in_more_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    script(monkeypatch, {Lay(20): lambda world: True, Lay(1): lambda world: world >= 4})
    assert examined(JUDGE, last_trick(), [(Lay(20),), (Lay(1),)], Lay(20), Random(1)) is None


def test_examination_plays_every_world_to_its_end() -> None:
    evaluator = Evaluator(lambda *_: pytest.fail("evaluated"), lambda *_: [], Path())
    judge = replace(JUDGE, evaluator=evaluator)
    assert examined(judge, last_trick(), [(Lay(20),), (Lay(1),)], Lay(20), Random(1))


def test_puzzle_does_not_live_on_weak_play_after_next_best_move() -> None:
    two_left = {**LAST, "hands": [[20, 19, 1], [10, 9]]}
    asked = question(Tricks.load(two_left, 2, OPTIONS, Chance(bytes(32), 0)), 0)
    for move, as_often in ((Lay(19), True), (Lay(1), False)):
        assert wins_as_often(JUDGE, HIGHEST, asked, move, 1.0, Random(1)) is as_often


def test_puzzle_has_only_themes_that_best_move_fits() -> None:
    def is_high(asked: Question, move: Move) -> bool:
        return isinstance(move, Lay) and move.card == max(asked.view["hands"][asked.seat])

    high = Theme("high", "High", "High cards win.", is_high)
    low = Theme("low", "Low", "Low cards lose.", lambda asked, move: not is_high(asked, move))
    assert puzzle(0.9, 0.4).described(last_trick(), (), [low, high]).themes == ("high",)
