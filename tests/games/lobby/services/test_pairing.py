"""Who is matched with whom: windows, blocks, tables of many; whatever can be laid is laid."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.lobby.services.pairing import (
    LIVE,
    TURNS,
    Choice,
    Group,
    Seeker,
    first_group,
    suit,
    too_small,
)
from tests.helpers.values import not_none

DUEL: Choice = ("condottiere", 2)
THREE: Choice = ("condottiere", 3)
OTHER: Choice = ("babel", 2)


def seeker(
    number: int,
    rating: int = 1500,
    *,
    window: int | None = 100,
    at: Sequence[Choice] = (DUEL,),
    patient: bool = False,
) -> Seeker:
    return Seeker(f"t{number}", number, dict.fromkeys(at, rating), window, patient)


def seated(group: Group | None) -> list[int]:
    return [] if group is None else [one.user for one in group.seekers]


def laid(seekers: list[Seeker], apart: AbstractSet[frozenset[int]] = frozenset()) -> list[Group]:
    """Every table, one after the other."""
    waiting, groups = list(seekers), []
    while group := first_group(waiting, apart, Random(1)):
        groups.append(group)
        waiting = [one for one in waiting if one not in group.seekers]
    return groups


def test_a_window_begins_narrow_and_opens_for_everybody() -> None:
    assert [LIVE.window(t) for t in (0, 4.9, 5, 12, 59.9, 60, 10**6)] == [
        *(100, 100, 150, 200, 650),
        *(None, None),
    ]
    assert TURNS.window(0) == 100
    assert TURNS.window(301) == 150
    assert TURNS.window(3600) is None
    assert LIVE.window(-3) == 100, "clocks of two machines differ"


@pytest.mark.parametrize(
    ("off", "mine", "theirs", "fine"),
    [
        (100, 100, 100, True),
        (101, 100, 100, False),
        (150, 200, 100, False),
        (150, None, 100, False),
        (150, None, 150, True),
        (2000, None, None, True),
    ],
)
def test_each_lies_within_the_others_window(
    off: int, mine: int | None, theirs: int | None, fine: bool
) -> None:
    one, other = seeker(1, window=mine), seeker(2, 1500 + off, window=theirs)
    assert suit(one, other, DUEL, set()) is suit(other, one, DUEL, set()) is fine


def test_only_who_looks_for_the_same_suits() -> None:
    one, other = seeker(1, at=(DUEL, THREE)), seeker(2, at=(OTHER, THREE))
    assert not suit(one, other, DUEL, set())
    assert suit(one, other, THREE, set())
    assert not suit(one, one, DUEL, set()), "nobody plays alone"


def test_the_longest_waiting_plays_first_and_against_the_closest() -> None:
    crowd = [seeker(1, 1500), seeker(2, 1590), seeker(3, 1510), seeker(4, 1595)]
    assert [seated(group) for group in laid(crowd)] == [[1, 3], [2, 4]]


def test_the_blocked_are_never_put_together() -> None:
    crowd = [seeker(1), seeker(2), seeker(3)]
    assert seated(first_group(crowd, {frozenset((1, 2))}, Random(1))) == [1, 3]
    all_apart = {frozenset(pair) for pair in combinations((1, 2, 3), 2)}
    assert first_group(crowd, all_apart, Random(1)) is None
    tables = [seeker(n, at=(THREE,)) for n in (1, 2, 3, 4)]
    assert seated(first_group(tables, {frozenset((2, 3))}, Random(1))) == [1, 2, 4]


def test_a_larger_table_comes_before_a_smaller_one() -> None:
    crowd = [seeker(n, at=(DUEL, THREE)) for n in (1, 2, 3)]
    assert not_none(first_group(crowd, set(), Random(1))).seats == 3
    assert not_none(first_group(crowd[:2], set(), Random(1))).seats == 2


BOTH = (DUEL, THREE)


def test_patience_ends_with_a_step_of_the_window() -> None:
    """So that a pool is looked at again in that moment, and not a step later."""
    for widening in (LIVE, TURNS):
        assert widening.patient % widening.every == 0
        assert 0 < widening.patient < widening.ends
    assert [LIVE.patience(t) for t in (-1, 0, 12, 20, 100)] == [20, 20, 8, 0, 0]


def test_who_would_play_at_both_waits_for_the_larger_while_others_look_for_it() -> None:
    ours = seeker(1, at=BOTH, patient=True)
    assert too_small(ours, [seeker(2, at=(THREE,))], set()) == {DUEL}
    crowd = [ours, seeker(2), seeker(3, at=(THREE,))]
    assert first_group(crowd, set(), Random(1)) is None, "the third may come in a moment"
    crowd.append(seeker(4, at=(THREE,)))
    assert seated(first_group(crowd, set(), Random(1))) == [1, 3, 4]


def test_two_who_came_first_are_not_gone_when_the_third_comes() -> None:
    pair = [seeker(n, at=BOTH, patient=True) for n in (1, 2)]
    assert first_group(pair, set(), Random(1)) is None
    group = first_group([*pair, seeker(3, at=BOTH, patient=True)], set(), Random(1))
    assert (not_none(group).seats, seated(group)) == (3, [1, 2, 3])


@pytest.mark.parametrize(
    "other",
    [
        seeker(2),
        seeker(2, at=(OTHER,)),
        seeker(2, 1700, at=(THREE,)),
        seeker(2, at=(OTHER, ("kabale", 3))),
    ],
)
def test_nobody_waits_for_a_table_that_nobody_else_wants(other: Seeker) -> None:
    ours = seeker(1, at=BOTH, patient=True)
    assert too_small(ours, [ours, other], set()) == set()
    assert seated(first_group([ours, seeker(3), other], set(), Random(1)))


def test_nobody_waits_for_whom_they_have_blocked() -> None:
    ours, other = seeker(1, at=BOTH, patient=True), seeker(2, at=(THREE,))
    assert too_small(ours, [other], {frozenset((1, 2))}) == set()


def test_patience_has_an_end() -> None:
    """Who waited long enough takes the smaller table, and passes over who is patient yet."""
    crowd = [seeker(1), seeker(2, at=BOTH, patient=True), seeker(3, 1590, at=BOTH)]
    crowd.append(seeker(4, at=(THREE,)))
    assert seated(first_group(crowd, set(), Random(1))) == [1, 3]


def test_a_table_of_middle_size_waits_for_the_largest() -> None:
    sizes = (DUEL, THREE, ("condottiere", 4))
    three = [seeker(n, at=sizes, patient=True) for n in (1, 2, 3)]
    assert first_group(three, set(), Random(1)) is None
    assert not_none(first_group([*three, seeker(4, at=sizes)], set(), Random(1))).seats == 4


def test_a_table_needs_all_to_suit_each_other() -> None:
    crowd = [seeker(n, rating, at=(THREE,)) for n, rating in ((1, 1500), (2, 1420), (3, 1580))]
    assert first_group(crowd, set(), Random(1)) is None, "the outer two are too far apart"
    crowd.append(seeker(4, 1450, at=(THREE,)))
    assert seated(first_group(crowd, set(), Random(1))) == [1, 2, 4]


def test_among_equal_choices_the_lot_decides() -> None:
    crowd = [seeker(n, at=(DUEL, OTHER)) for n in (1, 2)]
    assert {not_none(first_group(crowd, set(), Random(n))).game for n in range(20)} == {
        "condottiere",
        "babel",
    }


def test_many_who_block_each_other_are_given_up_in_time() -> None:
    """Two camps of forty: no table of three without two of a camp that will not meet."""
    crowd = [seeker(n, window=None, at=(THREE,)) for n in range(80)]
    apart = {frozenset(pair) for pair in combinations(range(80), 2) if sum(pair) % 2 == 0}
    assert first_group(crowd, apart, Random(1)) is None


CROWDS = st.lists(
    st.tuples(
        st.integers(1300, 1700),
        st.sampled_from([100, 200, None]),
        st.sets(st.sampled_from([DUEL, THREE, OTHER, ("kabale", 4)]), min_size=1),
    ),
    max_size=14,
)


@given(CROWDS, st.sets(st.frozensets(st.integers(0, 13), min_size=2, max_size=2), max_size=20))
def test_what_is_laid_is_right_and_nothing_is_left(
    crowd: list[tuple[int, int | None, set[Choice]]], apart: set[frozenset[int]]
) -> None:
    seekers = [
        Seeker(f"t{n}", n, dict.fromkeys(sorted(at), rating), window)
        for n, (rating, window, at) in enumerate(crowd)
    ]
    groups = laid(seekers, apart)
    taken = [one.user for group in groups for one in group.seekers]
    assert len(taken) == len(set(taken)), "everybody sits once"
    for group in groups:
        assert len(group.seekers) == group.seats
        for pair in combinations(group.seekers, 2):
            assert suit(*pair, (group.game, group.seats), apart)
    left = [one for one in seekers if one.user not in taken]
    for choice in (DUEL, THREE, OTHER, ("kabale", 4)):
        for table in combinations(left, choice[1]):
            assert not all(suit(*pair, choice, apart) for pair in combinations(table, 2))
