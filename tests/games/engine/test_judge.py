"""The judge: worlds as the others would have chosen, played on to the end, as many as needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from games.engine.bots import Bot, Easy, PlaysOn, Question, question, questions
from games.engine.chance import Chance
from games.engine.contract import Effect, Move, Outcome
from games.engine.judge import SURE, Judge, Race, shares_of, sure_among
from games.titles.registry import all_games, bot_for, judge_of, newest, titles
from tests.games.engine.tricks import Lay, Tricks
from tests.helpers.reviewed import hasty, script

SLUGS = [game.slug for game in all_games()]
OPTIONS = {"hand": 3, "low": False}
JUDGE = Judge(Easy())
LAST = {"hands": [[20, 1, 2], [10]], "laid": [None, None], "seen": [], "points": [0, 0]}
"""The other has one card, so that one of mine counts: 20 beats whatever it is."""
LAID = {"hands": [[5, 6, 7], [1, 2]], "laid": [None, 3], "seen": [], "points": [0, 0]}
"""The other has laid a card."""
OPEN = {"hands": [[3, 9, 14], [1, 2, 4]], "laid": [None, None], "seen": [], "points": [0, 0]}

LATE = {**OPEN, "hands": [[3, 14], [5]]}


def decision(position: dict[str, object]) -> Question:
    return question(Tricks.load(position, 2, OPTIONS, Chance(bytes(32), 0)), 0)


class Highest:
    """Lays the highest card."""

    level = "highest"
    slow = False

    def choose(self, question: Question, rng: Random) -> Move:
        return max(question.moves, key=lambda move: move.card if isinstance(move, Lay) else 0)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Tricks]:
    """Collect the worlds that a judge plays on, as they were before."""
    worlds: list[Tricks] = []
    play_after, play_out = Judge.play_after, Judge.play_out

    def after(self: Judge, world: Tricks, seat: int, move: Move, luck: float) -> list[float]:
        worlds.append(world.clone())
        return play_after(self, world, seat, move, luck)

    def out(self: Judge, world: Tricks, rng: Random, effects: Sequence[Effect] = ()) -> list[float]:
        worlds.append(world.clone())
        return play_out(self, world, rng, effects)

    monkeypatch.setattr(Judge, "play_after", after)
    monkeypatch.setattr(Judge, "play_out", out)
    return worlds


def test_worths_rank_moves_and_drop_those_surely_behind() -> None:
    asked = decision(LAST)
    found = JUDGE.worths(asked, asked.moves, Random(1))
    assert next(iter(found)) == Lay(20)
    assert set(found) == set(asked.moves)
    assert found[Lay(20)].mean == 1
    assert found[Lay(20)].error < found[Lay(1)].error, "the worse move is tried in fewer worlds"


def test_moves_are_compared_in_same_worlds_with_same_luck() -> None:
    asked = decision(LAST)
    race = Race.of(JUDGE, asked, asked.moves)
    race.run(10, Random(1))
    alone = Race.of(JUDGE, asked, [Lay(2)])
    alone.run(10, Random(1))
    assert alone.shares[Lay(2)] == race.shares[Lay(2)]


def test_secret_choices_of_others_are_sampled_as_bot_makes_them() -> None:
    asked = decision(LAID)
    for seed in range(20):
        world = asked.resample(Random(seed), Highest())
        assert world.view(0) == asked.view
        assert world.laid[1] > max(world.hands[1])
    uniform = [asked.resample(Random(seed)) for seed in range(20)]
    assert not all(world.laid[1] > max(world.hands[1]) for world in uniform)


@pytest.mark.parametrize("estimate", ["worths", "chances"])
def test_judge_lets_its_bot_choose_what_is_secret(estimate: str, played: list[Tricks]) -> None:
    asked, judge = decision(LAID), Judge(Highest())
    if estimate == "worths":
        judge.worths(asked, asked.moves, Random(1))
    else:
        judge.chances([asked], Random(1))
    laid = [(world.laid[1] or 0, world.hands[1]) for world in played if world.laid[1]]
    assert len(laid) >= judge.fewest
    assert all(card > max(hand) for card, hand in laid)


def test_chances_stop_once_errors_are_narrow(played: list[Tricks]) -> None:
    judge = Judge(Easy(), fewest=8, most=200)
    for narrow, most in ((0.1, 60), (0.05, 160)):
        played.clear()
        found = replace(judge, narrow=narrow).chances([decision(OPEN)], Random(1))
        assert 8 < len(played) < most
        assert found[0].error <= narrow
        assert sum(one.mean for one in found) == pytest.approx(1)
    played.clear()
    replace(judge, most=10).chances([decision(OPEN)], Random(1))
    assert len(played) == 10


def test_seat_that_wins_all_worlds_is_not_certain_to_win() -> None:
    won = {**LAST, "hands": [[20], [10]]}
    first, second = replace(JUDGE, narrow=0.07).chances([decision(won)], Random(1))
    assert 1 - first.error < first.mean < 1
    assert first.mean + second.mean == pytest.approx(1)


def test_gain_is_measured_for_all_seats_and_given_up_early(played: list[Tricks]) -> None:
    asked, judge = decision(LATE), replace(JUDGE, narrow=0.0)
    mine, theirs = judge.gain(asked, Lay(14), Lay(3), Random(1), least=0.03)
    assert mine.mean > 0.2
    assert theirs.mean == pytest.approx(-mine.mean)
    full = len(played)
    played.clear()
    assert judge.gain(asked, Lay(3), Lay(14), Random(1), least=0.03)[0].mean < 0
    assert len(played) < full / 2


def test_move_that_joins_race_is_tried_in_its_worlds() -> None:
    asked = decision(LAST)
    together, joined = Race.of(JUDGE, asked, asked.moves), Race.of(JUDGE, asked, [Lay(1)])
    together.run(8, Random(1))
    joined.run(5, Random(1))
    joined.join(asked.moves)
    assert joined.rivals == [Lay(1), *(move for move in asked.moves if move != Lay(1))]
    joined.run(5, Random(2))
    assert joined.shares == {move: shares[:5] for move, shares in together.shares.items()}


def test_halving_keeps_best_moves_of_all() -> None:
    asked = decision(LAST)
    race = Race.of(JUDGE, asked, asked.moves)
    race.halve(1, {Lay(2)}, Random(1))
    assert race.rivals == [Lay(20), Lay(2)]


def test_first_world_does_not_drop_move(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = decision(LAST)
    script(monkeypatch, {Lay(1): lambda world: world > 0, Lay(2): lambda world: world == 0})
    race = Race.of(JUDGE, asked, [Lay(1), Lay(2)])
    race.halve(1, (), Random(1))
    assert race.rivals == [Lay(1)]


def test_race_goes_on_until_best_rival_is_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = decision(LAST)
    script(
        monkeypatch,
        {
            Lay(1): lambda world: False,
            Lay(2): lambda world: world < 12,
            Lay(20): lambda world: world > 1,
        },
    )
    assert Race.of(JUDGE, asked, asked.moves).challenge(Lay(1), 0.03, Random(1)) == Lay(20)


def test_lead_in_all_worlds_is_not_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    script(monkeypatch, {Lay(1): lambda world: False, Lay(20): lambda world: True})
    race = Race.of(JUDGE, decision(LAST), [Lay(1), Lay(20)])
    race.run(15, Random(1))
    assert race.lead(Lay(20), Lay(1)) == (15 / 16, 1 / 16)


def noted(tried: list[int], world: int) -> int:
    tried.append(world)
    return world


def test_race_ends_once_one_rival_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []
    script(
        monkeypatch,
        {
            Lay(1): lambda world: noted(tried, world) % 4 == 0,
            Lay(2): lambda world: False,
            Lay(20): lambda world: world % 2 == 0,
        },
    )
    asked = decision(LAST)
    assert Race.of(JUDGE, asked, asked.moves).challenge(Lay(1), 0.03, Random(1)) == Lay(20)
    assert len(tried) == JUDGE.fewest


def test_rivals_surely_behind_are_dropped_before_fewest_worlds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[int] = []
    script(
        monkeypatch,
        {Lay(1): lambda world: True, Lay(2): lambda world: noted(tried, world) % 4 == 0},
    )
    race = Race.of(JUDGE, decision(LAST), [Lay(1), Lay(2)])
    assert race.challenge(Lay(1), 0.03, Random(1)) is None
    assert len(tried) < JUDGE.fewest


def test_rival_that_does_the_same_as_the_best_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []
    script(
        monkeypatch,
        {
            Lay(1): lambda world: noted(tried, world) % 4 == 0,
            Lay(2): lambda world: world % 2 == 0,
            Lay(20): lambda world: world % 2 == 0,
        },
    )
    asked = decision(LAST)
    found = Race.of(JUDGE, asked, [Lay(1), Lay(2), Lay(20)]).challenge(Lay(1), 0.03, Random(1))
    assert found == Lay(2)
    assert len(tried) == JUDGE.fewest


def test_gain_that_cannot_become_sure_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []
    script(
        monkeypatch,
        {
            Lay(1): lambda world: noted(tried, world) % 2 == 1,
            Lay(20): lambda world: world % 2 == 0 or world % 20 == 1,
        },
    )
    worlds = []
    for sure in (0.0, 6.0):
        tried.clear()
        gain = JUDGE.gain(decision(LAST), Lay(20), Lay(1), Random(1), 0.0, sure)[0]
        assert gain.mean < 6 * gain.error
        worlds.append(len(tried))
    assert worlds[1] < worlds[0] / 4


@pytest.mark.parametrize(("sure", "worlds"), [(5.0, 12), (7.0, 15)])
def test_gain_in_fewest_worlds_ends_if_twice_as_sure_as_needed(
    sure: float, worlds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []
    script(
        monkeypatch, {Lay(1): lambda world: False, Lay(20): lambda world: noted(tried, world) >= 0}
    )
    replace(JUDGE, narrow=0.15).gain(decision(LAST), Lay(20), Lay(1), Random(1), 0.03, sure)
    assert len(tried) == worlds


def test_gain_in_many_worlds_ends_once_hardly_surer_than_needed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script(monkeypatch, {Lay(1): lambda world: world % 5 > 0, Lay(20): lambda world: True})
    gain = JUDGE.gain(decision(LAST), Lay(20), Lay(1), Random(1), 0.03, 3.0)[0]
    assert 3 * gain.error < gain.mean < 6 * gain.error
    assert JUDGE.narrow / 3 < gain.error <= JUDGE.narrow


def test_equal_moves_may_differ_in_next_world(monkeypatch: pytest.MonkeyPatch) -> None:
    script(monkeypatch, {Lay(1): lambda world: False, Lay(2): lambda world: False})
    race = Race.of(JUDGE, decision(LAST), [Lay(1), Lay(2)])
    race.run(8, Random(1))
    assert race.lead(Lay(1), Lay(2)) == (0, 1 / 9)


def test_more_decisions_need_larger_difference() -> None:
    assert sure_among(0) == sure_among(1) == pytest.approx(SURE)
    assert sure_among(40) == pytest.approx(3.25, abs=0.01)


def test_move_is_challenged_only_by_what_seems_to_gain() -> None:
    asked = decision(LAST)
    assert Race.of(JUDGE, asked, asked.moves).challenge(Lay(1), 0.03, Random(1)) == Lay(20)
    assert Race.of(JUDGE, asked, asked.moves).challenge(Lay(20), 0.03, Random(1)) is None


def test_bot_is_not_asked_for_only_legal_move() -> None:
    class Chooser(Highest):
        def choose(self, question: Question, rng: Random) -> Move:
            assert len(question.moves) > 1
            return super().choose(question, rng)

    world = Tricks.load(OPEN, 2, OPTIONS, Chance(bytes(32), 0))
    made = list(Judge(Chooser()).play_on(world, Random(1), bytes(32)))
    assert [one.move for one in made][-2:] == [Lay(3), Lay(1)]


@pytest.mark.parametrize("slug", SLUGS)
def test_game_is_played_to_its_end(slug: str) -> None:
    rules = newest(slug)
    rng = Random(slug)
    for position, _question, _play in questions(rules, 2, rules.game.read_options({}), rng):
        world = position.clone()
        shares = hasty(slug).judge.play_out(world, rng)
        assert world.outcome() is not None
        assert sum(shares) == pytest.approx(1)
        return


@pytest.mark.parametrize("slug", SLUGS)
def test_worlds_with_sampled_choices_look_alike_to_the_seat(slug: str) -> None:
    rules = newest(slug)
    rng, easy = Random(slug), bot_for(slug, "easy")
    game = questions(rules, 2, rules.game.read_options({}), rng)
    for position, asked, play in islice(game, 40):
        assert asked.resample(rng, judge_of(slug).bot).view(asked.seat) == position.view(asked.seat)
        play(easy.choose(asked, rng))


PLAYING_ON = [
    (title.slug, bot)
    for title in titles()
    for bot in (*title.bots, judge_of(title.slug).bot)
    if isinstance(bot, PlaysOn)
]


@pytest.mark.parametrize(("slug", "bot"), PLAYING_ON)
def test_bot_plays_on_as_it_chooses(slug: str, bot: Bot) -> None:
    """Play a game; what the bot would do in a world follows from what its seat can see."""
    rules = newest(slug)
    assert isinstance(bot, PlaysOn)
    game = questions(rules, 2, rules.game.read_options({}), Random(slug))
    for number, (position, asked, play) in enumerate(game):
        chosen = bot.choose(asked, Random(number))
        if len(asked.moves) > 1:
            for world in (position, asked.resample(Random(number))):
                assert bot.play_on(world, asked.seat, asked.moves, Random(number))[0] == chosen
        play(chosen)


@pytest.mark.parametrize("slug", SLUGS)
def test_moves_played_on_in_a_row_are_legal(slug: str) -> None:
    rules = newest(slug)
    rng = Random(slug)
    world = rules.deal(2, rules.game.read_options({}), Chance(bytes(32), 0))
    played = world.clone()
    for made in judge_of(slug).play_on(world, rng, bytes(32)):
        assert made.move in played.moves(made.seat)
        played = world.clone()


def test_shared_first_place_splits_the_win() -> None:
    assert shares_of(Outcome((5, 7, 7), (3, 1, 1), "points")) == [0.0, 0.5, 0.5]
