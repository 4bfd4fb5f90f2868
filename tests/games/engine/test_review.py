"""Reviews: the chances and better moves, judged from what the player knew."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from games.engine.bots import Bot, Easy, Memories, Question
from games.engine.chance import Chance
from games.engine.contract import Move, Position
from games.engine.judge import SURE, sure_among
from games.engine.replay import read_move
from games.engine.review import (
    COMPARED,
    LINE,
    POINTS,
    Decision,
    Judging,
    Made,
    Verdict,
    decisions,
    judge,
    line_after,
    plan,
)
from games.titles.registry import all_games, bot_for, judge_of, newest, reviewer_of
from tests.helpers.reviewed import blunder, hasty, script

SLUGS = [game.slug for game in all_games()]
SEED = bytes(range(32))


def game_between(slug: str, levels: list[str], rng: Random) -> tuple[Position, list[Made]]:
    """Return the start of a game and its moves, with the chance of `SEED`."""
    rules = newest(slug)
    bots: list[Bot] = [bot_for(slug, level) for level in levels]
    start = rules.deal(len(bots), rules.game.read_options({}), Chance(SEED, 0))
    position, made = start.clone(), list[Made]()
    memories = Memories(position)
    while asked := position.to_move():
        seat = asked[0]
        move = bots[seat].choose(memories.question(position, seat), rng)
        made.append(Made(len(made) + 1, seat, move.dump()))
        memories.tell(position.play(seat, move, Chance(SEED, len(made))))
    return start, made


@pytest.mark.parametrize("slug", SLUGS)
def test_judging_decision_is_deterministic_after_pickling(slug: str) -> None:
    start, made = game_between(slug, ["easy", "easy"], Random(slug))
    for decision in decisions(start, SEED, made, {2, len(made) // 2}):
        judging = Judging(hasty(slug), decision, "a seed", weigh=True, compare=True)
        verdict = judging.verdict()
        assert verdict == pickle.loads(pickle.dumps(judging)).verdict()
        assert sum(verdict.chances) == pytest.approx(1)
        assert verdict.better is None or verdict.better in decision.question.moves


@pytest.mark.parametrize("slug", SLUGS)
def test_decision_holds_views_and_moves_before_its_move(slug: str) -> None:
    start, made = game_between(slug, ["easy", "easy"], Random(slug))
    position, numbers = start.clone(), []
    for decision, line in zip(decisions(start, SEED, made), made, strict=True):
        assert [asked.view for asked in decision.eyes] == [position.view(0), position.view(1)]
        assert decision.question.moves == position.moves(line.seat)
        assert decision.chosen.dump() == line.move
        numbers.append(decision.number)
        position.play(line.seat, decision.chosen, Chance(SEED, decision.number))
    assert numbers == [line.number for line in made]


def test_resampled_worlds_keep_cards_shown_earlier() -> None:
    start, made = game_between("condottiere", ["easy", "easy"], Random(3))
    card = start.showable(1)[0]
    shown = [Made(0, 1, None, [card], [0]), *made]
    (decision,) = decisions(start, SEED, shown, {1})
    (without,) = decisions(start, SEED, made, {1})
    worlds = [decision.eyes[0].resample(Random(seed)) for seed in range(30)]
    assert all(card in world.showable(1) for world in worlds)
    others = [without.eyes[0].resample(Random(seed)) for seed in range(30)]
    assert not all(card in world.showable(1) for world in others)


def test_blunder_is_reviewed_with_winning_move() -> None:
    decision, winning = blunder()
    reviewer = reviewer_of("condottiere")
    verdict = judge(reviewer, decision, Random(1), weigh=False, compare=True)
    assert verdict.better == winning
    assert verdict.cost > 0.3
    assert verdict.cost > 2 * verdict.cost_error
    assert verdict.chances == ()


def test_advised_move_gets_no_better_move() -> None:
    decision, winning = blunder()
    reviewer = reviewer_of("condottiere")
    right = replace(decision, chosen=winning)
    assert judge(reviewer, right, Random(1), weigh=False, compare=True).better is None


def test_move_that_wins_in_all_worlds_is_not_compared() -> None:
    class Never(Easy):
        def choose(self, question: Question, rng: Random) -> Move:
            raise AssertionError("no adviser needs to be asked")

    decision, winning = blunder()
    reviewer = replace(reviewer_of("condottiere"), advisers=(Never(),))
    won = replace(decision, chosen=winning)
    assert judge(reviewer, won, Random(1), weigh=False, compare=True) == Verdict()


def test_mistake_that_few_worlds_do_not_show_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    decision, winning = blunder()
    won = {move: lambda world: False for move in decision.question.moves}
    won |= {decision.chosen: lambda world: world < 12, winning: lambda world: True}
    script(monkeypatch, won)
    reviewer = reviewer_of("condottiere")
    verdict = judge(reviewer, decision, Random(1), weigh=False, compare=True)
    assert verdict.better == winning


def test_less_sure_mistake_is_none_among_many(monkeypatch: pytest.MonkeyPatch) -> None:
    decision, winning = blunder()
    won = {move: lambda world: False for move in decision.question.moves}
    script(monkeypatch, won | {winning: lambda world: world % 20 == 0})
    reviewer = replace(reviewer_of("condottiere"), advisers=())
    found = [
        judge(reviewer, decision, Random(1), weigh=False, compare=True, sure=sure).better
        for sure in (SURE, sure_among(100))
    ]
    assert found == [winning, None]


def test_leading_player_has_better_chances() -> None:
    decision, _winning = blunder()
    mine = judge_of("condottiere").chances(decision.eyes, Random(1))[decision.question.seat]
    assert mine.mean > 0.8
    assert mine.error < 0.2


def _choices(count: int) -> Iterator[Decision]:
    decision, _winning = blunder()
    for number in range(1, count + 1):
        yield replace(decision, number=number)


@pytest.mark.parametrize("count", [0, 1, POINTS, POINTS + 1, 500])
def test_chances_are_weighed_at_first_decision_and_even_intervals(count: int) -> None:
    planned = plan(_choices(count), lambda decision: decision.number % 7 == 3)
    weighed = [one.number for one in planned if one.weigh]
    assert len(weighed) == min(count, POINTS)
    assert weighed[:1] == [1][:count]
    steps = [b - a for a, b in pairwise(weighed)]
    assert not steps or max(steps) - min(steps) <= 1
    compared = [one.number for one in planned if one.compare]
    assert compared == [number for number in range(1, count + 1) if number % 7 == 3]
    assert {one.sure for one in planned} <= {sure_among(len(compared))}


def test_only_some_of_very_many_decisions_are_compared() -> None:
    planned = plan(_choices(3 * COMPARED + 1), lambda decision: True)
    compared = [one.number for one in planned if one.compare]
    assert len(compared) == COMPARED
    assert compared[0] == 1
    assert {b - a for a, b in pairwise(compared)} <= {3, 4}
    assert {one.sure for one in planned} == {sure_among(COMPARED)}


def test_forced_move_is_not_compared() -> None:
    decision, _winning = blunder()
    forced = replace(decision, question=replace(decision.question, moves=[decision.chosen]))
    assert plan([forced], lambda decision: True) == [(forced.number, True, False, sure_among(0))]
    verdict = judge(hasty("condottiere"), forced, Random(1), weigh=False, compare=True)
    assert verdict == Verdict()


def test_line_after_other_move_goes_on_with_cards_of_the_game() -> None:
    """Played again with the game's seed, every move of the line is legal, also after new cards."""
    start, made = game_between("condottiere", ["easy", "easy"], Random(1))
    position, dealt = start.clone(), 0
    for number, seat, move, *_ in made:
        assert move is not None
        last = position.moves(seat)[-1]
        line = line_after(hasty("condottiere"), start, SEED, made, number, last)
        assert line[0] == {"seat": seat, **last.dump()}
        assert len(line) <= LINE
        world = position.clone()
        for step, later in enumerate(line, start=number):
            effects = world.play(later["seat"], read_move(world, later), Chance(SEED, step))
            dealt += any(effect.kind == "dealt" for effect in effects)
        position.play(seat, read_move(position, move), Chance(SEED, number))
    assert dealt
