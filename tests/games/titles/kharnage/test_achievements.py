"""Kharnage's achievements in whole matches, checked against their positions.

Every achievement is earned in some of these matches and not in others, so both cases are tested.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

from games.engine.achievements import Played
from games.engine.contract import Move, Outcome
from games.titles.kharnage.achievements import ACHIEVEMENTS
from games.titles.kharnage.habits import plan_words
from games.titles.kharnage.rules.moves import Destroy, Target
from games.titles.kharnage.rules.position import Kharnage
from tests.games.titles.kharnage.rules.tables import toy_cards
from tests.helpers.played import choices, earned, random_match

MATCHES = 14


@cache
def matches(seats: int) -> tuple[Played, ...]:
    """Return matches of players who always attack the weakest possible target."""
    return tuple(
        random_match("kharnage", number, seats, pick=fiercely) for number in range(MATCHES)
    )


def fiercely(rng: Random, moves: list[Move]) -> Move:
    fierce: list[Move] = [move for move in moves if isinstance(move, Destroy)]
    fierce += [move for move in moves if isinstance(move, Target) and len(move.seats) == 1]
    return rng.choice(fierce[:1] or moves)


def positions(one: Played) -> Iterator[Kharnage]:
    """Every position of a match, in its order."""
    for position in (*(decision.before for decision in one.decisions), one.end):
        assert isinstance(position, Kharnage)
        yield position


def won_by(one: Played, seat: int) -> Played:
    """Return the same match as if this seat had won it."""
    places = tuple(1 if other == seat else 2 for other in range(one.seats))
    return replace(one, outcome=Outcome(one.outcome.scores, places, "rounds"))


def both(found: list[tuple[set[int], set[int]]]) -> None:
    """Assert that earned and counted seats agree, and that some earn it and some do not."""
    assert [got for got, _counted in found] == [counted for _got, counted in found]
    assert any(got for got, _counted in found)
    assert not all(got for got, _counted in found)


def emptied(one: Played) -> Iterator[tuple[int, int, int]]:
    """Who emptied whose army in which round, by what stood there before each move."""
    for decision in one.decisions:
        before = decision.before
        assert isinstance(before, Kharnage)
        for seat in range(one.seats):
            destroyed = [facts["target"] for facts in decision.facts("destroyed")].count(seat)
            if destroyed and destroyed == before.sizes[seat]:
                yield before.round, decision.seat, seat


def test_three_kharnage_tokens_earn_tokens() -> None:
    def tokens(one: Played) -> set[int]:
        assert isinstance(one.end, Kharnage)
        return {seat for seat, count in enumerate(one.end.kharnage) if count >= 3}

    both([(earned(one, "tokens"), tokens(one)) for one in matches(4)])


def test_wiping_out_army_in_round_1_earns_first_blood() -> None:
    both(
        [
            (earned(one, "first-blood"), {by for round_, by, _ in emptied(one) if round_ == 1})
            for one in matches(4)
        ]
    )


def test_twelve_cards_destroyed_in_a_round_earn_massacre() -> None:
    def massacres(one: Played) -> set[int]:
        killed: Counter[tuple[int, int]] = Counter()
        for decision in one.decisions:
            assert isinstance(decision.before, Kharnage)
            for facts in decision.facts("destroyed"):
                killed[decision.before.round, facts["seat"]] += 1
        return {seat for (_round, seat), count in killed.items() if count >= 12}

    both([(earned(one, "massacre"), massacres(one)) for one in matches(4)])


def test_two_destroyed_generals_earn_generals() -> None:
    def hunters(one: Played) -> set[int]:
        fallen: Counter[int] = Counter()
        for decision in one.decisions:
            before = decision.before
            assert isinstance(before, Kharnage)
            for facts in decision.facts("destroyed"):
                fallen[decision.seat] += before.cards.cards[facts["card"]].is_general
        return {seat for seat, count in fallen.items() if count >= 2}

    both([(earned(one, "generals"), hunters(one)) for one in matches(4)])


def test_winner_with_army_never_wiped_out_earns_still_standing() -> None:
    found = []
    for one in matches(4):
        fallen = {target for _round, _by, target in emptied(one)}
        for seat in range(4):
            expected = set() if seat in fallen else {seat}
            found.append((earned(won_by(one, seat), "still-standing"), expected))
    both(found)


def test_winner_in_last_place_before_round_4_earns_from_the_rear() -> None:
    found = []
    for one in matches(3):
        begun = next(position for position in positions(one) if position.round == 4)
        totals = [begun.points[seat] + begun.kharnage[seat] for seat in range(3)]
        for seat in range(3):
            last = all(totals[seat] < totals[other] for other in range(3) if other != seat)
            found.append((earned(won_by(one, seat), "from-the-rear"), {seat} if last else set()))
    both(found)


def test_most_cards_destroyed_in_every_round_earn_every_round() -> None:
    found = []
    for one in matches(2):
        best = []
        for facts in one.facts("scored"):
            best.append({seat for seat in range(2) if facts["points"][seat] == 5})
        found.append((earned(one, "every-round"), set.intersection(*best)))
    both(found)


def test_shared_victory_earns_nothing() -> None:
    for one in matches(2):
        shared = replace(one, outcome=Outcome((1, 1), (1, 1), "rounds"))
        assert earned(shared, "still-standing") == earned(shared, "from-the-rear") == set()


def test_custom_cards_earn_nothing() -> None:
    toys = {"cards": toy_cards(("unit / melee", "unit / melee"))}
    own = random_match("kharnage", 1, 2, toys)
    assert not any(earned(own, achievement.slug) for achievement in ACHIEVEMENTS)
    assert choices(own, "first-plan") == {}
    assert len(choices(own, "army")) == 2


def test_habits_count_armies_and_first_plans() -> None:
    one = matches(4)[0]
    assert isinstance(one.end, Kharnage)
    assert choices(one, "army") == {seat: army.id for seat, army in enumerate(one.end.armies)}
    [revealed] = [facts for facts in one.facts("revealed") if facts["round"] == 1]
    assert choices(one, "first-plan") == dict(enumerate(revealed["plans"]))
    assert plan_words("orc-420") == "Orcs 420"
